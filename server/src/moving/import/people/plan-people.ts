import type { Db } from '../../../db/schema.ts';
import { getSourceKey } from '../apply/import-run.ts';
import { ImportError } from '../import-error.ts';
import type { ImportedPerson, ImportSource } from '../import-source.ts';
import { MAX_PEOPLE } from '../survey.ts';
import { AddressOwners } from './address-owners.ts';
import { type Choice, type PeopleRules, propose } from './decision.ts';
import { type ProposedPerson, readPeopleFile } from './people-file.ts';
import { createPeopleHere } from './people-here.ts';

export interface PeoplePlan {
  rules: PeopleRules & { choices: Map<string, Choice> };
  /** Of the archive's lists, whom only people.csv can decide. */
  findUndecided: () => Promise<readonly ProposedPerson[]>;
  /** The person in the archive's lists who gets the address. */
  findOwner: (email: string) => ImportedPerson | undefined;
}

/** Reads the lists of people once, before any decision. `read`: undefined without a database. Throws an `ImportError`. */
export async function planPeople(
  source: ImportSource,
  read: Db | undefined,
  peopleFile: string | undefined,
): Promise<PeoplePlan> {
  const isSnug = source.kind === 'snug';
  const here = createPeopleHere(read, getSourceKey(source));
  const choices: Map<string, Choice> =
    peopleFile === undefined ? new Map() : await readPeopleFile(peopleFile, here);
  const owners = new AddressOwners();
  const withAddress = new Map<string, ImportedPerson>();
  const listed = new Set<string>();
  for await (const batch of source.people()) {
    for (const person of batch) {
      if (listed.size === MAX_PEOPLE)
        throw new ImportError(`The archive has more than ${MAX_PEOPLE} people.`);
      listed.add(person.sourceId);
      const choice = choices.get(person.sourceId);
      if (choice?.as !== 'new') owners.add(person);
      if (person.email !== undefined || choice?.as === 'new') withAddress.set(person.sourceId, person);
    }
  }
  for (const [sourceId, choice] of choices)
    if (choice.as === 'new' && choice.email !== undefined) owners.give(choice.email, sourceId);
  const rules = { here, choices, owners, trustsConfirmations: isSnug };
  return {
    rules,
    findUndecided: () => findUndecided(withAddress.values(), rules),
    findOwner: email => withAddress.get(owners.find(email) ?? ''),
  };
}

async function findUndecided(
  people: Iterable<ImportedPerson>,
  rules: PeopleRules,
): Promise<ProposedPerson[]> {
  const undecided: ProposedPerson[] = [];
  for (const person of people) {
    const proposal = await propose(person, rules);
    if ('undecided' in proposal) undecided.push({ person, proposal });
  }
  return undecided;
}
