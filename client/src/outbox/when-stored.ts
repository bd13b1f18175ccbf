import type { Actions } from '../actions/actions.ts';

/**
 * Resolves to the output of a waiting action when the server has stored its change; to undefined if it is rejected, or a later
 * action replaces it.
 */
export function whenStored(
  { pending, onDone, onRejected }: Pick<Actions, 'pending' | 'onDone' | 'onRejected'>,
  actionId: string,
): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const isPending = () => pending.get().some(({ id }) => id === actionId);
  const stops = [
    onDone.subscribe(({ action, output }) => action.id === actionId && resolve(output)),
    onRejected.subscribe(({ action }) => action.id === actionId && resolve(undefined)),
    // An action leaves the list a moment before its result is known.
    pending.subscribe(() => void (isPending() || Promise.resolve().then(() => resolve(undefined)))),
  ];
  if (!isPending()) resolve(undefined);
  return promise.finally(() => {
    for (const stop of stops) stop();
  });
}
