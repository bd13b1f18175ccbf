import { CommandError, isCommandName } from '@snug/protocol';
import type { Metrics } from '../metrics/metrics.ts';
import type { Dispatch } from './dispatch.ts';

/** Unknown commands share a label: a client chooses their names. */
export function measureDispatch(
  dispatch: Dispatch,
  metrics: Pick<Metrics, 'commands' | 'commandSeconds'>,
  steadyNow: () => number,
): Dispatch {
  return async (caller, name, input) => {
    const command = isCommandName(name) ? name : 'unknown';
    const begun = steadyNow();
    let outcome = 'ok';
    try {
      return await dispatch(caller, name, input);
    } catch (error) {
      outcome = error instanceof CommandError ? error.code : 'internal';
      throw error;
    } finally {
      metrics.commands.inc({ command, outcome });
      metrics.commandSeconds.observe({ command }, (steadyNow() - begun) / 1_000);
    }
  };
}
