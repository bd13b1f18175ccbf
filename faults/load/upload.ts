import type { MessageFile } from '@snug/protocol';
import type { ServerAddress } from '@snug/testkit/client-socket.ts';

const RESPONSE_TIMEOUT_MS = 8_000;

export async function uploadFile(
  { url, cookie }: ServerAddress,
  content: string,
): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/api/files?name=words.txt`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/octet-stream' },
      body: content,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const file = (await response.json()) as MessageFile;
    return response.ok ? file.id : undefined;
  } catch {
    return undefined;
  }
}
