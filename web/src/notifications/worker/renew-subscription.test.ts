import { beforeEach, expect, test } from 'vitest';
import { renewSubscription } from './renew-subscription.ts';

const [KEY, OTHER_KEY] = [7, 9].map(start =>
  Uint8Array.from({ length: 65 }, (_, index) => start + index),
) as [Uint8Array, Uint8Array];
// These bytes have neither of the characters that base64url writes in another way.
const toBase64Url = (bytes: Uint8Array) => btoa(String.fromCodePoint(...bytes)).replace(/=+$/, '');

let current: PushSubscription | null;
let created: number;
let posted: [command: string, input: object][];
let answers: Record<string, Response>;

beforeEach(() => {
  [current, created, posted] = [null, 0, []];
  answers = {
    list_push_devices: Response.json({ pushKey: toBase64Url(KEY) }),
    add_push_device: Response.json({}),
  };
});

function create(key: Uint8Array): PushSubscription {
  const endpoint = `https://push.example/${++created}`;
  return {
    options: { applicationServerKey: Uint8Array.from(key).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      current = null;
      return true;
    },
  } as unknown as PushSubscription;
}

function renew(): Promise<void> {
  return renewSubscription(
    {
      getSubscription: async () => current,
      subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit = {}) => {
        current = create(
          Uint8Array.from(atob(applicationServerKey as string), letter => letter.codePointAt(0) ?? 0),
        );
        return current;
      },
    },
    async (command, input) => {
      posted.push([command, input]);
      return answers[command] ?? Response.error();
    },
  );
}

const added = (endpoint: string) => ['add_push_device', { endpoint, p256dh: 'p', auth: 'a', renews: true }];

test('an ended subscription is replaced, and the server gets its new endpoint', async () => {
  await renew();
  expect(posted).toEqual([['list_push_devices', {}], added('https://push.example/1')]);
});

test('a subscription that the browser replaced by itself is sent as it is', async () => {
  current = create(KEY);
  await renew();
  expect(posted.at(-1)).toEqual(added('https://push.example/1'));
});

test('a subscription with an old key of the server ends, and one with its key follows', async () => {
  current = create(OTHER_KEY);
  await renew();
  expect(posted.at(-1)).toEqual(added('https://push.example/2'));
  expect(current?.options.applicationServerKey).toEqual(Uint8Array.from(KEY).buffer);
});

test('a device that its person removed elsewhere does not come back', async () => {
  answers['add_push_device'] = Response.json({ error: { code: 'forbidden' } }, { status: 403 });
  await renew();
  expect(current).toBeNull();
});

test('after a sign-out the browser stays without a subscription', async () => {
  answers['list_push_devices'] = Response.json({ error: { code: 'unauthenticated' } }, { status: 401 });
  await renew();
  expect([posted.length, created]).toEqual([1, 0]);
});
