import type { ImportedPerson } from '../import-source.ts';
import { type AddressOwners, normalizeEmail } from './address-owners.ts';

/** How a person of an archive comes to this workspace. */
export type Decision =
  | {
      /** An account without a password, which a claim link or the address opens. */
      as: 'new';
      /** Lower case. Missing without an address that the account may have. */
      email?: string;
      emailConfirmed?: true;
      /** Nobody can claim the account. */
      suspended?: true;
      /** A member of their private and direct rooms only; in open rooms an author. */
      guest?: true;
    }
  | { as: 'existing'; uid: string }
  /** A row that nobody can claim, for the messages: bots, deleted accounts, unknown authors, and whom `people.csv` skips. */
  | { as: 'author' };

/** May be asked several times about a person, and then returns the same. */
export type Decide = (person: ImportedPerson) => Promise<Decision>;

/** `undecided`: somebody has to choose in `people.csv`. */
export type Proposal = { decision: Decision; reason: Reason } | { undecided: string; reason: Reason };

export type Reason = keyof typeof REASONS;

/** For `people.csv`. */
export const REASONS = {
  chosen: 'You chose this.',
  imported: 'An earlier import or an export of this Snug brought this person.',
  confirmed_address: 'Somebody here has this address and has confirmed it.',
  unconfirmed_address:
    'Somebody here has this address and has not confirmed it. Write "join" if it is the same person, "new" with another address, or "skip".',
  new_address: 'Nobody here has this address.',
  no_address: 'The archive has no address. This person needs a claim link.',
  bad_address: 'The address is not valid. This person needs a claim link.',
  second_account: 'Another account of the archive has this address and gets it.',
  deactivated: 'The account is deactivated, so nobody can claim it.',
  guest: 'A guest comes to private rooms only. In open rooms they stay as an author.',
  bot: 'Bots come as deleted bots.',
  deleted: 'The account is deleted. Its messages come.',
  unknown: 'The archive does not list this author.',
} as const;

/** Who is here already. */
export interface PeopleHere {
  /** The account that an earlier import made or joined for this person, or the one with the same id. */
  findImported: (person: ImportedPerson) => Promise<string | undefined>;
  findByEmail: (email: string) => Promise<{ uid: string; isConfirmed: boolean } | undefined>;
}

/** A row of `people.csv` that somebody may have changed. */
export type Choice = { as: 'new'; email?: string } | { as: 'join'; uid: string } | { as: 'skip' };

export interface PeopleRules {
  here: PeopleHere;
  /** By the id in the archive. */
  choices: ReadonlyMap<string, Choice>;
  owners: AddressOwners;
  /** An export of Snug knows which addresses are confirmed. */
  trustsConfirmations: boolean;
}

/** Throws an `UndecidedPerson`. */
export function createDecide(rules: PeopleRules): Decide {
  return async person => {
    const proposal = await propose(person, rules);
    if ('decision' in proposal) return proposal.decision;
    throw new UndecidedPerson(person.sourceId);
  };
}

export class UndecidedPerson extends Error {
  override readonly name = 'UndecidedPerson';
}

export async function propose(person: ImportedPerson, rules: PeopleRules): Promise<Proposal> {
  const { here, choices, owners } = rules;
  const known = await here.findImported(person);
  if (known !== undefined) return { decision: { as: 'existing', uid: known }, reason: 'imported' };
  const choice = choices.get(person.sourceId);
  if (choice?.as === 'skip') return { decision: { as: 'author' }, reason: 'chosen' };
  if (choice?.as === 'join') return { decision: { as: 'existing', uid: choice.uid }, reason: 'chosen' };
  if (person.bot) return { decision: { as: 'author' }, reason: 'bot' };
  if (person.deletedAt !== undefined) return { decision: { as: 'author' }, reason: 'deleted' };
  if (person.placeholder && !choice) return { decision: { as: 'author' }, reason: 'unknown' };
  const email = choice ? choice.email : normalizeEmail(person.email);
  // The other account of the archive with this address gets it, or has it already.
  const isOwner = email !== undefined && owners.isOwner(email, person);
  const taken = isOwner ? await here.findByEmail(email) : undefined;
  // Otherwise a person who signs up with the address of another one would get their direct messages.
  if (taken && !taken.isConfirmed) return { undecided: taken.uid, reason: 'unconfirmed_address' };
  if (taken) return { decision: { as: 'existing', uid: taken.uid }, reason: 'confirmed_address' };
  const isConfirmed = rules.trustsConfirmations && !choice && person.emailConfirmed;
  const decision: Decision = {
    as: 'new',
    ...(isOwner && { email }),
    ...(isOwner && isConfirmed && { emailConfirmed: true }),
    ...(person.suspendedAt !== undefined && { suspended: true }),
    ...(person.guest && { guest: true }),
  };
  return { decision, reason: choice ? 'chosen' : explain(person, email, isOwner) };
}

function explain(person: ImportedPerson, email: string | undefined, isOwner: boolean): Reason {
  if (person.suspendedAt !== undefined) return 'deactivated';
  if (person.guest) return 'guest';
  if (email === undefined) return person.email ? 'bad_address' : 'no_address';
  return isOwner ? 'new_address' : 'second_account';
}
