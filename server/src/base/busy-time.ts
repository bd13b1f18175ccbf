/** How long the event loop of this thread was busy since its start, in ms. The time of a frozen process counts. */
export function getBusyMs(): number {
  return performance.eventLoopUtilization().active;
}
