import type { MessageFile } from '@snug/protocol';
import type { Address } from '@snug/testkit/client-socket.ts';

const ANSWER_WITHIN_MS = 8_000;

/** Uploads words as a file: its id, or undefined where it was refused or no answer came. */
export async function uploadFile({ url, cookie }: Address, words: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/api/files?name=words.txt`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/octet-stream' },
      body: words,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const file = (await answer.json()) as MessageFile;
    return answer.ok ? file.id : undefined;
  } catch {
    return undefined;
  }
}
