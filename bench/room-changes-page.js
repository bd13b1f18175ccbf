// Runs in the page. Times are those of the end of the frame that paints something.

/** Resolves to the time of the first paint of messages and a text field. */
globalThis.opened = waitFor(
  () => document.querySelector('[role=log] article') && document.querySelector('textarea'),
);

/** Resolves to the ms from the next click to the paint of the room's messages. */
globalThis.measureChange = async (href, name) => {
  let pressedAt;
  addEventListener('click', ({ timeStamp }) => (pressedAt = timeStamp), { once: true, capture: true });
  const now = await waitFor(
    () =>
      pressedAt !== undefined &&
      location.pathname === href &&
      document.querySelector('main h1')?.textContent === name &&
      document.querySelector('[role=log] article'),
  );
  return now - pressedAt;
};

function waitFor(holds) {
  return new Promise(resolve => {
    const look = () => (holds() ? afterPaint(resolve) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
}

function afterPaint(run) {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => run(performance.now()));
  port1.start();
  requestAnimationFrame(() => port2.postMessage(undefined));
}
