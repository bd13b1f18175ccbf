// Runs in the page. Records the time from each key press to its paint, by the Event Timing API (in steps of 8 ms).

globalThis.keyTimes = [];

new PerformanceObserver(list => {
  for (const { name, duration, interactionId } of list.getEntries()) {
    if (name === 'keydown' && interactionId) globalThis.keyTimes.push(duration);
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
