import type { ServerAddress } from '@snug/testkit/client-socket.ts';
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
