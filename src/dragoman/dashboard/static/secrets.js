// Secrets that are shown once: the way on opens after one of them was copied or saved. Without script it is open.

const buttons = [...document.querySelectorAll("button[data-after]")];
const open = () => buttons.forEach((one) => { one.disabled = false; });

buttons.forEach((one) => { one.disabled = true; });
const isSelected = (one) => getSelection().toString().includes(document.getElementById(one.dataset.after).textContent);
document.addEventListener("copy", () => { if (buttons.some(isSelected)) open(); }); // by hand, or without HTTPS
document.addEventListener("click", (event) => { if (event.target.closest("[data-save]")) open(); });
