// A table that is wider than its place scrolls in a box, which the theme makes. The box can be reached by keyboard.
function makeReachable() {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (box.scrollWidth > box.clientWidth && !box.hasAttribute("tabindex")) {
      box.setAttribute("tabindex", "0");
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", "Table");
    }
  }
}
new MutationObserver(makeReachable).observe(document.body, { childList: true, subtree: true });
addEventListener("resize", makeReachable);
makeReachable();
