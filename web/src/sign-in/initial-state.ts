import { INITIAL_STATE_ID, type InitialState } from '@snug/protocol';

/** The state that the server embedded in the page. Undefined if there is none, and from the second call on. */
export function consumeInitialState(): InitialState | undefined {
  const element = document.getElementById(INITIAL_STATE_ID);
  element?.remove();
  return element ? (JSON.parse(element.textContent) as InitialState) : undefined;
}
