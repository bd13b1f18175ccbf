/** Calls `send` with each number and its due time, `perMs` times per ms. The returned function stops it. */
export function sendAtRate(
  perMs: number,
  start: number,
  send: (index: number, due: number) => boolean,
): void {
  let index = 0;
  const tick = () => {
    while (start + index / perMs <= performance.now()) {
      if (!send(index, start + index / perMs)) return;
      index++;
    }
    setTimeout(tick, Math.max(0, start + index / perMs - performance.now()));
  };
  tick();
}
