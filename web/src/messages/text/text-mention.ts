import type { Mention, Person } from '@snug/protocol';

/** `person`: undefined for everyone, and for a person who does not exist any more. */
export interface TextMention extends Mention {
  person: Person | undefined;
}
