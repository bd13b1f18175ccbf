import type { MessagePort } from 'node:worker_threads';
import { systemClock } from '../base/clock.ts';
import { ReceivedRequests, SentRequests } from '../base/thread-requests.ts';
import { type DatabaseLocation, openReader } from '../db/open.ts';
import { RemoteIndex } from './find-port.ts';
import { SearchRun } from './search-run.ts';
import type { FromThread, ToThread } from './search-thread.ts';

/** The other end of a `SearchThread`. */
export function serveSearches(port: MessagePort, location: DatabaseLocation): void {
  const post = (message: FromThread) => port.postMessage(message);
  const connects = new SentRequests<MessagePort>();
  const index = new RemoteIndex(() => connects.send(id => post({ kind: 'connect', id })));
  const runs = new Map<number, SearchRun>();
  const turns = new ReceivedRequests();
  const opened = openReader(location);
  const receive = async (message: ToThread) => {
    if (message.kind === 'connected') return connects.receive(message);
    const { kind, run } = message;
    if (kind === 'end') return void runs.delete(run);
    const options = { ...systemClock, read: await opened, index };
    if (kind === 'begin') return void runs.set(run, new SearchRun(options, message.actor, message.input));
    post({ kind: 'turned', ...(await turns.respond(message.id, async () => runs.get(run)?.takeTurn())) });
  };
  port.on('message', (message: ToThread) => void receive(message));
}
