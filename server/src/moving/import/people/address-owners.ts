import { EmailAddress } from '@snug/protocol';
import * as v from 'valibot';
import type { ImportedPerson } from '../import-source.ts';

type Owner = Pick<ImportedPerson, 'sourceId' | 'email' | 'suspendedAt' | 'bot' | 'deletedAt'>;

/** Which account of an archive gets an address that several have: the first active one, otherwise the first one. */
export class AddressOwners {
  readonly #owners = new Map<string, { sourceId: string; isActive: boolean }>();

  /** Once for each person of the archive's lists, before the first decision. */
  add({ sourceId, email, suspendedAt, bot, deletedAt }: Owner): void {
    const address = normalizeEmail(email);
    if (address === undefined || bot || deletedAt !== undefined) return;
    const isActive = suspendedAt === undefined;
    const owner = this.#owners.get(address);
    if (!owner || (isActive && !owner.isActive)) this.#owners.set(address, { sourceId, isActive });
  }

  /** For the person in `people.csv` whom somebody gave the address. */
  give(email: string, sourceId: string): void {
    this.#owners.set(email, { sourceId, isActive: true });
  }

  find(email: string): string | undefined {
    return this.#owners.get(email)?.sourceId;
  }

  isOwner(email: string, { sourceId }: Pick<Owner, 'sourceId'>): boolean {
    const owner = this.find(email);
    return owner === undefined || owner === sourceId;
  }
}

/** Undefined for an address that an account cannot have. */
export function normalizeEmail(email: string | undefined): string | undefined {
  const { success, output } = v.safeParse(EmailAddress, email);
  return success ? output : undefined;
}
