import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';

/** Posts JSON from another address of this machine (127.0.0.0/8). Returns the status. */
export async function postFrom(
  localAddress: string,
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  const { origin } = new URL(url);
  const sent = request(url, {
    method: 'POST',
    localAddress,
    headers: { 'content-type': 'application/json', origin, ...headers },
  });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}
