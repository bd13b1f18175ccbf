/** Where the focus goes when a window closes: to where it came from, or where Base UI finds best if that is gone. */
export function backTo(from: Element | null): HTMLElement | true {
  return from instanceof HTMLElement && from.isConnected ? from : true;
}
