import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface Account {
  /** Of the server, such as `https://chat.example`. */
  url: string;
  token: string;
}

export interface Message {
  id: string;
  seq: number;
  author: { uid: string; name: string };
  createdAt: number;
  text?: string;
  file?: { name: string; url: string };
}

export interface Room {
  id: string;
  name: string;
  people?: { name: string }[];
}

export class ApiError extends Error {
  readonly code: string;
  /** The same request may succeed later. */
  readonly isTemporary: boolean;

  constructor(code: string, message: string, { isTemporary = false } = {}) {
    super(message);
    this.code = code;
    this.isTemporary = isTemporary;
  }
}

const MAX_TRIES = 6;
const FIRST_DELAY_MS = 500;
const ROOM_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Sends commands. Repeats a request after a lost connection, and if the server reports that it may succeed later. */
export class Api {
  readonly account: Account;

  constructor(account: Account) {
    this.account = account;
  }

  command<Output>(name: string, input: object): Promise<Output> {
    return this.#post(`/api/${name}`, 'application/json', JSON.stringify(input));
  }

  /** The id does not change between repetitions, so the server stores the message once. */
  async send(
    roomId: string,
    content: { text?: string; fileId?: string; replyTo?: string },
  ): Promise<Message> {
    const input = { roomId, id: crypto.randomUUID(), ...content };
    return (await this.command<{ message: Message }>('send_message', input)).message;
  }

  async upload(path: string): Promise<{ id: string }> {
    const query = new URLSearchParams({ name: basename(path) });
    return this.#post(`/api/files?${query.toString()}`, 'application/octet-stream', await readFile(path));
  }

  /** Throws if the name is unknown, or if several rooms have it. */
  async findRoomId(nameOrId: string): Promise<string> {
    if (ROOM_ID.test(nameOrId)) return nameOrId;
    const { rooms } = await this.command<{ rooms: Room[] }>('find_rooms', { text: nameOrId });
    const exact = rooms.filter(({ name }) => name.toLowerCase() === nameOrId.toLowerCase());
    const [room, other] = exact.length > 0 ? exact : rooms;
    if (!room) throw new ApiError('not_found', `There is no room ${nameOrId}`);
    if (other) throw new ApiError('not_found', `Several rooms match ${nameOrId}. Use the id of one of them.`);
    return room.id;
  }

  async #post<Output>(path: string, type: string, body: string | Uint8Array<ArrayBuffer>): Promise<Output> {
    const { url, token } = this.account;
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    for (let tries = 1; ; tries++) {
      const isLast = tries === MAX_TRIES;
      const response = await fetch(url + path, { method: 'POST', headers, body }).catch((error: unknown) => {
        const message = `${url} does not answer (${String(error)})`;
        if (isLast) throw new ApiError('unreachable', message, { isTemporary: true });
      });
      if (response?.ok) return (await response.json()) as Output;
      const error = response && (await readError(response));
      if (error && (isLast || !error.retry))
        throw new ApiError(error.code, error.message, { isTemporary: error.retry });
      await wait((error?.retryAfter ?? 0) * 1_000 || FIRST_DELAY_MS * 2 ** (tries - 1));
    }
  }
}

interface ErrorBody {
  code: string;
  message: string;
  retry: boolean;
  retryAfter?: number;
}

/** A proxy in front of a server that restarts answers without JSON. */
async function readError(response: Response): Promise<ErrorBody> {
  const body = (await response.json().catch(() => ({}))) as { error?: ErrorBody };
  const { status } = response;
  return (
    body.error ?? { code: String(status), message: `The server answered ${status}`, retry: status >= 500 }
  );
}
