import { createHmac } from 'node:crypto';
import { TERMS_VERSION, type TermChoice } from '@snug/protocol';
import type { IndexedPart } from '../search-index.ts';

/** Longer beginnings of words are asked by these letters. The text decides about the rest. */
const MAX_PREFIX_LETTERS = 6;
/** Raised with every change of the keys of a message. */
const KEYS_VERSION = 1;
/** About 20 MB. */
const MAX_KNOWN_KEYS = 100_000;

/** A number of 32 bits with a sign. */
export type KeyHash = (text: string) => number;

/** What the index knows of a message. */
export interface KeyedMessage {
  terms: Iterable<string>;
  authorId: string;
  /** Null for everyone. */
  mentions: readonly (string | null)[];
  parts: readonly IndexedPart[];
}

/** What a message must have: all of `all`, and one of each list of `any`. Never without `all`, unless everything matches. */
export interface KeyCondition {
  all: number[];
  any: number[][];
}

export interface Conditions {
  choices: readonly TermChoice[];
  from?: string | undefined;
  mentions?: string | undefined;
  has?: readonly IndexedPart[] | undefined;
}

/** The first 32 bits of an HMAC. Whoever has the tables, but not the secret, cannot look up the words of deleted messages. */
export function createKeyHash(secret: string): KeyHash {
  const key = createHmac('sha256', secret).update('search in messages').digest();
  return text => createHmac('sha256', key).update(text).digest().readInt32LE(0);
}

/** Keys of the index: hashes of a partition with a term, or with what else a search asks for. */
export class TermKeys {
  /** Rows of another version, or of another secret, are built again. */
  readonly format: number;
  readonly #hash: KeyHash;
  readonly #known = new Map<string, number>();

  constructor(hash: KeyHash) {
    this.#hash = hash;
    this.format = hash(`format ${KEYS_VERSION} ${TERMS_VERSION}`);
  }

  /** Some several times. */
  *listKeys(part: number, { terms, authorId, mentions, parts }: KeyedMessage): Generator<number> {
    yield this.#getKey(part, `@${authorId}`);
    for (const term of terms) for (const name of listNames(term)) yield this.#getKey(part, name);
    if (mentions.length > 0) yield this.#getKey(part, '!');
    for (const uid of mentions) yield this.#getKey(part, toMentionName(uid));
    for (const each of parts) yield this.#getKey(part, `~${each}`);
  }

  toCondition(part: number, { choices, from, mentions, has = [] }: Conditions): KeyCondition {
    const toKeys = (names: readonly string[]) => names.map(name => this.#getKey(part, name));
    const all: string[] = has.map(each => `~${each}`);
    const any: string[][] = [];
    if (from !== undefined) all.push(`@${from}`);
    if (mentions !== undefined) {
      all.push('!');
      any.push([toMentionName(mentions), toMentionName(null)]);
    }
    for (const { terms, isPrefix } of choices) {
      const names = [...new Set(terms.map(term => (isPrefix ? toPrefixName(term) : toWholeName(term))))];
      const [name = ''] = names;
      if (names.length <= 1) all.push(name);
      else {
        const shared = findSharedStart(terms);
        if (shared !== '') all.push(toPrefixName(shared));
        any.push(names);
      }
    }
    return { all: toKeys(all), any: any.map(toKeys) };
  }

  #getKey(part: number, name: string): number {
    const text = `${part} ${name}`;
    let key = this.#known.get(text);
    if (key === undefined) {
      key = this.#hash(text);
      if (this.#known.size >= MAX_KNOWN_KEYS) this.#known.clear();
      this.#known.set(text, key);
    }
    return key;
  }
}

/** A hash has no beginnings, so each beginning of a term has one. */
function listNames(term: string): string[] {
  const letters = Array.from(term).slice(0, MAX_PREFIX_LETTERS);
  return [toWholeName(term), ...letters.map((_, index) => `^${letters.slice(0, index + 1).join('')}`)];
}

function toWholeName(term: string): string {
  return `=${term}`;
}

function toPrefixName(start: string): string {
  return `^${Array.from(start).slice(0, MAX_PREFIX_LETTERS).join('')}`;
}

function toMentionName(uid: string | null): string {
  return uid === null ? '!*' : `!${uid}`;
}

/** Both spellings of a word begin alike: `mueller`, `muller`. */
function findSharedStart(terms: readonly string[]): string {
  const [first = [], ...others] = terms.map(term => Array.from(term));
  const end = first.findIndex((letter, index) => others.some(other => other[index] !== letter));
  return (end === -1 ? first : first.slice(0, end)).join('');
}
