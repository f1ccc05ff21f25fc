/**
 * GraphiQL marks up its tabs as tabs that hold two buttons each, one of which closes it. Screen readers take a tab as one
 * control and would not find the second. As a list of buttons, both are there. Gives what stops the mending.
 */
export function mendTabs(container: HTMLElement): () => void {
  const mend = () => {
    for (const list of container.querySelectorAll('[role="tablist"]')) list.removeAttribute("role");
    for (const tab of container.querySelectorAll(".graphiql-tab")) {
      const button = tab.querySelector(".graphiql-tab-button");
      if (tab.classList.contains("graphiql-tab-active")) button?.setAttribute("aria-current", "true");
      else button?.removeAttribute("aria-current");
      tab.removeAttribute("role");
      tab.removeAttribute("aria-selected");
    }
  };
  const observer = new MutationObserver(() => {
    mend();
    // What it changed itself is no news.
    observer.takeRecords();
  });
  mend();
  observer.observe(container, { subtree: true, childList: true, attributeFilter: ["role", "aria-selected"] });
  return () => observer.disconnect();
}
