// Runs in the page. Opens a room by a click on its row. Returns the ms until its first message is in the page.

globalThis.openRoomByClick = roomId => {
  const firstMessage = () => document.querySelector('[role="log"] article, [role="log"] [role="article"]');
  const before = firstMessage();
  const began = performance.now();
  document.querySelector(`nav[aria-label="Rooms"] a[href$="${roomId}"]`).click();
  return new Promise(resolve => {
    const look = () => {
      const first = firstMessage();
      if (!first || first === before) return;
      observer.disconnect();
      resolve(performance.now() - began);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
  });
};
