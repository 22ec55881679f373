// Secrets that are shown once: the way on opens after one of them was copied or saved. Without script it is open.

const buttons = [...document.querySelectorAll("button[data-after]")];
const open = () => buttons.forEach((one) => { one.disabled = false; });

buttons.forEach((one) => { one.disabled = true; });
document.addEventListener("copy", open); // by hand: without HTTPS the buttons can only select
document.addEventListener("click", (event) => { if (event.target.closest("[data-save]")) open(); });
