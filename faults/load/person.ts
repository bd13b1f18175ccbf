import type { Address } from '../../server/simulation/address.ts';
import { TestPerson } from '../../server/src/testing/person.ts';

/** Somebody who is signed in. */
export interface Person extends Address {
  uid: string;
  name: string;
}

/** Signs somebody up at the server. `through`: where their requests go from then on. */
export async function signUp(origin: string, name: string, through = origin): Promise<Person> {
  const { cookie } = await TestPerson.signUp(origin, name);
  const answer = await fetch(`${origin}/api/auth/get-session`, { headers: { cookie } });
  const { user } = (await answer.json()) as { user: { id: string } };
  return { uid: user.id, name, origin, url: through, cookie };
}
