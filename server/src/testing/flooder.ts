import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

/** The task of a flooder. It runs in its own thread, so that it affects measurements only through the server. */
export interface FloodOptions {
  url: string;
  cookie: string;
  /** The URL of the socket; undefined for HTTP. */
  live?: string;
  command: string;
  input: object;
}

export interface FloodStats {
  requested: number;
  done: number;
  refused: number;
  sockets: number;
}

const CONNECTIONS = 4;
const COMMANDS_PER_WRITE = 20;
const WRITE_INTERVAL_MS = 10;
const MAX_UNSENT_BYTES = 256 * 1024;

const { url, cookie, live, command, input } = workerData as FloodOptions;
const stats: FloodStats = { requested: 0, done: 0, refused: 0, sockets: 0 };

// Runs until the thread is terminated.
parentPort?.once('message', () => parentPort?.postMessage(stats));
for (let connection = 0; connection < CONNECTIONS; connection++)
  void (live ? floodSockets(live) : floodRequests());

/** Writes as fast as the server reads, and reconnects after each close. */
async function floodSockets(address: string): Promise<void> {
  for (;;) {
    const socket = new WebSocket(address, { headers: { cookie, origin: url } });
    socket.on('open', () => stats.sockets++);
    socket.on('error', () => {});
    socket.on('message', data => countResult((data as Buffer).toString().includes('"ok"')));
    const closed = new Promise(resolve => socket.on('close', resolve));
    const pump = setInterval(() => writeCommands(socket), WRITE_INTERVAL_MS);
    await closed;
    clearInterval(pump);
    await wait(1);
  }
}

function writeCommands(socket: WebSocket): void {
  if (socket.readyState !== socket.OPEN || socket.bufferedAmount > MAX_UNSENT_BYTES) return;
  const frame = JSON.stringify({ id: 1, command, input });
  for (let asked = 0; asked < COMMANDS_PER_WRITE; asked++) socket.send(frame);
  stats.requested += COMMANDS_PER_WRITE;
}

async function floodRequests(): Promise<void> {
  const headers = { 'content-type': 'application/json', cookie };
  for (;;) {
    stats.requested++;
    const response = await fetch(`${url}/api/${command}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    });
    await response.text();
    countResult(response.ok);
  }
}

function countResult(isDone: boolean): void {
  if (isDone) stats.done++;
  else stats.refused++;
}
