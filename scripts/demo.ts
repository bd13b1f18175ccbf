import { DEMO_PASSWORD, DEMO_PEOPLE } from '../web/src/sign-in/demo-people.ts';

// Demo data comes in by the front door, like everyone's: it is what a real client would have stored.

const ROOMS = [
  { name: 'Demo lounge', description: 'A room to look around in. Everything here is made up.' },
  { name: 'Demo kitchen', description: 'Another made-up room, with a long history.' },
  { name: 'Demo attic', description: 'A made-up room where nothing has been said yet.' },
];
const LINES = [
  'This is demo data: nobody really said this.',
  'Rows by one author within five minutes share one head line.\nAnd a message can have several lines.',
  'A longer message, to see how words wrap when the window is narrow. It goes on for a while and says nothing at all, which is what demo data is for.',
  'مرحبا — a line that begins in another direction.',
  '👋',
];

/** Signs the demo people up and lets them talk, unless they have before. */
export async function seedDemo(url: string): Promise<void> {
  const cookies = await Promise.all(DEMO_PEOPLE.map(person => signIn(url, person)));
  const [first = ''] = cookies;
  const { rooms } = await command<{ rooms: unknown[] }>(url, first, 'list_rooms', {});
  if (rooms.length > 0) return;
  for (const [index, room] of ROOMS.entries()) {
    const { room: made } = await command<{ room: { id: string } }>(url, first, 'create_room', room);
    const count = [LINES.length, 60, 0][index] ?? 0;
    for (let line = 0; line < count; line++) {
      const text = index === 0 ? LINES[line] : `Demo message ${line + 1}`;
      const cookie = cookies[Math.floor(line / 2) % cookies.length] ?? first;
      await command(url, cookie, 'send_message', { roomId: made.id, text });
    }
  }
}

async function signIn(url: string, { name, email }: { name: string; email: string }): Promise<string> {
  const credentials = { email, password: DEMO_PASSWORD };
  const signedIn = await post(url, '/api/auth/sign-in/email', credentials);
  const answer = signedIn.ok
    ? signedIn
    : await post(url, '/api/auth/sign-up/email', { name, ...credentials });
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ');
}

async function command<Output>(url: string, cookie: string, name: string, input: object): Promise<Output> {
  const answer = await post(url, `/api/${name}`, input, { cookie });
  if (!answer.ok) throw new Error(`${name} failed: ${await answer.text()}`);
  return (await answer.json()) as Output;
}

function post(
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, ...headers },
    body: JSON.stringify(body),
  });
}
