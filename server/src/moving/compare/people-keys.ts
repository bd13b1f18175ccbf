import type { LineSource } from '../../export/format/line-source.ts';

export type ToKey = (uid: string) => string;

/** Names people of both sides alike: by id if both have it, otherwise by address. */
export class PeopleKeys {
  readonly ofA: ToKey;
  readonly ofB: ToKey;

  static async read(a: LineSource, b: LineSource): Promise<PeopleKeys> {
    return new PeopleKeys(await readEmails(a), await readEmails(b));
  }

  private constructor(a: Emails, b: Emails) {
    this.ofA = toKey(a, b);
    this.ofB = toKey(b, a);
  }
}

type Emails = ReadonlyMap<string, string | undefined>;

function toKey(own: Emails, other: Emails): ToKey {
  return uid => (other.has(uid) ? uid : (own.get(uid) ?? uid));
}

async function readEmails(source: LineSource): Promise<Emails> {
  const emails = new Map<string, string | undefined>();
  for await (const people of source.people()) for (const { id, email } of people) emails.set(id, email);
  return emails;
}
