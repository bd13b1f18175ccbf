import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getErrorCode } from '../../../base/start-error.ts';
import { ImportError } from '../import-error.ts';
import type { ImportedPerson } from '../import-source.ts';
import { normalizeEmail } from './address-owners.ts';
import { formatCsv, parseCsv } from './csv.ts';
import { type Choice, type PeopleHere, type Proposal, REASONS } from './decision.ts';

const MAX_BYTES = 64_000_000;
const HEADER = ['source', 'name', 'email', 'proposal', 'reason'];

export interface ProposedPerson {
  person: Pick<ImportedPerson, 'sourceId' | 'name' | 'email'>;
  proposal: Proposal;
}

/** `proposal` is `new`, `join`, `skip`, `known` or `decide`; `email` is the address of the new account, or of the one to join. */
export function formatPeople(people: Iterable<ProposedPerson>): string {
  return formatCsv(
    (function* () {
      yield HEADER;
      for (const { person, proposal } of people)
        yield [
          person.sourceId,
          person.name,
          (nameProposal(proposal) === 'new' ? getNewEmail(proposal) : person.email) ?? '',
          nameProposal(proposal),
          REASONS[proposal.reason],
        ];
    })(),
  );
}

function getNewEmail(proposal: Proposal): string | undefined {
  return 'decision' in proposal && proposal.decision.as === 'new' ? proposal.decision.email : undefined;
}

export function nameProposal(proposal: Proposal): 'new' | 'join' | 'skip' | 'known' | 'decide' {
  if ('undecided' in proposal) return 'decide';
  const { decision, reason } = proposal;
  if (reason === 'imported') return 'known';
  return decision.as === 'existing' ? 'join' : decision.as === 'author' ? 'skip' : 'new';
}

/** The choices by the id in the archive. Throws an `ImportError` that names the line. */
export async function readPeopleFile(
  path: string,
  here: Pick<PeopleHere, 'findByEmail'>,
): Promise<Map<string, Choice>> {
  return parsePeople(await readText(path), here);
}

async function readText(path: string): Promise<string> {
  try {
    if (statSync(path).size > MAX_BYTES) throw new ImportError(`${path} is too large to be a people.csv.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${path} cannot be read (${getErrorCode(error)}).`);
  }
}

export async function parsePeople(
  text: string,
  here: Pick<PeopleHere, 'findByEmail'>,
): Promise<Map<string, Choice>> {
  const [header = [], ...rows] = parseCsv(text);
  const column = (name: string) => header.findIndex(title => title.trim().toLowerCase() === name);
  const columns = { source: column('source'), email: column('email'), proposal: column('proposal') };
  if (Object.values(columns).includes(-1))
    throw new ImportError('The people.csv needs the columns source, email and proposal.');
  const choices = new Map<string, Choice>();
  const emails = new Map<string, string>();
  for (const row of rows) {
    const get = (name: keyof typeof columns) => row[columns[name]]?.trim() ?? '';
    const source = get('source');
    if (source === '') throw new ImportError('A row of the people.csv has no source.');
    if (choices.has(source)) throw new ImportError(`The people.csv has ${source} twice.`);
    const choice = await readChoice(source, get('proposal').toLowerCase(), get('email'), here);
    if (choice === undefined) continue;
    choices.set(source, choice);
    if (choice.as !== 'new' || choice.email === undefined) continue;
    const other = emails.get(choice.email);
    if (other !== undefined)
      throw new ImportError(`The people.csv gives ${choice.email} to ${other} and to ${source}.`);
    emails.set(choice.email, source);
  }
  return choices;
}

/** Undefined for a row that leaves the decision to the rules. */
async function readChoice(
  source: string,
  proposal: string,
  address: string,
  here: Pick<PeopleHere, 'findByEmail'>,
): Promise<Choice | undefined> {
  if (proposal === 'known' || proposal === 'decide') return undefined;
  if (proposal === 'skip') return { as: 'skip' };
  const email = normalizeEmail(address);
  if (address !== '' && email === undefined)
    throw new ImportError(`The people.csv has no valid address for ${source}: ${address}`);
  if (proposal === 'new') return { as: 'new', ...(email !== undefined && { email }) };
  if (proposal !== 'join')
    throw new ImportError(`The proposal for ${source} is "${proposal}". Write "new", "join" or "skip".`);
  const person = email === undefined ? undefined : await here.findByEmail(email);
  if (!person)
    throw new ImportError(`Nobody here has the address of ${source}, so there is nobody to join: ${address}`);
  return { as: 'join', uid: person.uid };
}
