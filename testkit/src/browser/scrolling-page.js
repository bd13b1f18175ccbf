// Runs in the page. `scrollFor` scrolls the messages a little in each frame, and records the frame times and every other
// movement of visible rows.

globalThis.scrollFor = (ms, step) =>
  new Promise(resolve => {
    const log = document.querySelector('[role=log]');
    const noted = { frames: [], elements: 0, rows: 0 };
    const looks = [];
    let by = step;
    let last;
    let end;
    let row;

    const pick = () => {
      const { left, top, width, height } = log.getBoundingClientRect();
      const article = document.elementFromPoint(left + width / 3, top + height / 2)?.closest('article');
      row = article?.querySelector('[data-words], [data-file]') ?? undefined;
      noted.rows += row ? 1 : 0;
    };

    // An observer sees the painted state, without corrections that follow in the next frame.
    const look = (watched, moved) => {
      const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 2;
      new IntersectionObserver(([entry], observer) => {
        observer.disconnect();
        looks.push({ row: watched, time: entry.time, top: entry.boundingClientRect.top, moved, isAtEnd });
        if (watched === row && !entry.isIntersecting) pick();
      }).observe(watched);
    };

    // The top loads older messages. The end would follow new messages, so the direction changes before it.
    const turn = () => {
      const { scrollTop, scrollHeight, clientHeight } = log;
      const isWhole = log.querySelector('section:last-child') !== null;
      if (by > 0 && isWhole && scrollHeight - scrollTop < 1.5 * clientHeight) by = -by;
      if (by >= 0 || scrollTop > 0) return;
      const more = [...log.querySelectorAll('button')].find(({ textContent }) => textContent === 'Load more');
      if (!more) by = -by;
      else if (!more.ariaBusy) more.click();
    };

    const frame = now => {
      if (last !== undefined) noted.frames.push(now - last);
      last = now;
      end ??= now + ms;
      if (now > end) return resolve({ ...noted, jump: largestJump(looks) });
      turn();
      if (!row?.isConnected) pick();
      const before = log.scrollTop;
      log.scrollTop += by;
      if (row) look(row, log.scrollTop - before);
      // Counting takes as long as the measured work.
      if (noted.frames.length % 20 === 0) {
        noted.elements = Math.max(noted.elements, document.getElementsByTagName('*').length);
      }
      return requestAnimationFrame(frame);
    };

    requestAnimationFrame(frame);
  });

/** The largest distance in px between a row's painted place and the place that scrolling alone would give. */
function largestJump(looks) {
  const jumps = looks
    .toSorted((a, b) => a.time - b.time)
    .map(({ row, top, moved }, index, all) => {
      const [first, before] = [all[index - 2], all[index - 1]];
      // The first observation of a row may be a frame late. At the end, the list scrolls to new messages.
      const isWatched = first?.row === row && before?.row === row && row.isConnected && !before.isAtEnd;
      return isWatched ? Math.abs(top - (before.top - moved)) : 0;
    });
  return Math.max(0, ...jumps);
}
