// Runs in the page. Notes how long each key takes from its press to the paint after it, by the Event Timing API (in steps of 8 ms).

globalThis.keyTimes = [];

new PerformanceObserver(list => {
  for (const { name, duration, interactionId } of list.getEntries()) {
    if (name === 'keydown' && interactionId) globalThis.keyTimes.push(duration);
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
