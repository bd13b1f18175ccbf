import { once } from 'node:events';
import { connect } from 'node:tls';
import { getErrorCode } from '../../base/start-error.ts';
import type { Check } from './finding.ts';

/** Of the browsers of Google, Mozilla and Apple. */
const PUSH_SERVICES = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'];
const PORT = 443;
const TIMEOUT_MS = 4_000;

/** Only on request: a server without internet access is no fault, and a check reveals the server to others. */
export function createOutboundCheck(open = openConnection): Check {
  return {
    name: 'outbound',
    async run() {
      const problems = await Promise.all(
        PUSH_SERVICES.map(async host => {
          const problem = await open(host, PORT);
          return problem === undefined ? [] : [`${host}: ${problem}`];
        }),
      );
      const failed = problems.flat();
      if (failed.length === 0) return { status: 'ok', text: 'The push services of browsers can be reached.' };
      return {
        status: 'warn',
        text: `Not reached: ${failed.join(', ')}. Notifications by them and webhooks to the internet do not work.`,
        next: `Let this machine open connections to port ${PORT} of the internet. Without the internet, this is right.`,
      };
    },
  };
}

/** Resolves with the code of the error if no connection with TLS is possible. */
export async function openConnection(host: string, port: number): Promise<string | undefined> {
  const socket = connect({ host, port, servername: host });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
  try {
    await once(socket, 'secureConnect');
    return undefined;
  } catch (error) {
    return getErrorCode(error);
  } finally {
    socket.destroy();
  }
}
