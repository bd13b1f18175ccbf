import type { CommandError } from '@snug/protocol';
import type { Dispatch } from './dispatch.ts';

interface Log {
  debug: (details: object, text: string) => void;
}

/** Over HTTP, the route logs them. Failures of the server have a line of their own already. */
export function logRefusals(dispatch: Dispatch, log: Log): Dispatch {
  return (caller, command, input) => {
    const result = dispatch(caller, command, input);
    if (caller.subscriber)
      result.catch(({ code }: CommandError) => log.debug({ code }, 'Snug refused a command'));
    return result;
  };
}
