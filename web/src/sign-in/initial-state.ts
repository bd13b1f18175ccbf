import { INITIAL_STATE_ID, type InitialState } from '@snug/protocol';

/** What the server sent along with the page; undefined where it sent nothing, and the second time. */
export function consumeInitialState(): InitialState | undefined {
  const element = document.getElementById(INITIAL_STATE_ID);
  element?.remove();
  return element ? (JSON.parse(element.textContent) as InitialState) : undefined;
}
