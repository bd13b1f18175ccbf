import type { Db } from '@snug/server/db/schema.ts';
import type { ServerAddress } from '@snug/testkit/client-socket.ts';
import { addPerson } from '@snug/testkit/store-person.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';

export interface Participant extends ServerAddress {
  uid: string;
  name: string;
}

/** Signs a person up. `through`: where their requests go from then on. */
export async function signUpParticipant(
  origin: string,
  name: string,
  through = origin,
): Promise<Participant> {
  const { cookie } = await TestPerson.signUp(origin, name);
  const response = await fetch(`${origin}/api/auth/get-session`, { headers: { cookie } });
  const { user } = (await response.json()) as { user: { id: string } };
  return { uid: user.id, name, origin, url: through, cookie };
}

/** Stores people with sessions in the database of a server with this secret. Their address is added later. */
export async function addParticipants(db: Db, count: number, secret: string): Promise<Participant[]> {
  const people: Participant[] = [];
  for (let index = 1; index <= count; index++) {
    const name = `Person${index}`;
    const person = await addPerson(db, { name, email: `${name.toLowerCase()}@snug.example`, secret });
    people.push({ ...person, name, origin: '', url: '' });
  }
  return people;
}
