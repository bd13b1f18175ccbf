import * as v from 'valibot';

// The events of Element's export. Fields that are missing or of another type are empty.

const text = v.fallback(v.string(), '');
const record = v.fallback(v.record(v.string(), v.unknown()), {});

/** In ms, before the year 2100. */
export const MAX_TIME_MS = Date.UTC(2100, 0);

export const MatrixHead = v.object({
  room_name: v.string(),
  room_creator: text,
  topic: text,
  exported_by: text,
});
export type MatrixHead = v.InferOutput<typeof MatrixHead>;

export const MatrixEvent = v.object({
  type: v.pipe(v.string(), v.nonEmpty()),
  event_id: v.pipe(v.string(), v.nonEmpty()),
  sender: v.pipe(v.string(), v.nonEmpty()),
  room_id: text,
  origin_server_ts: v.number(),
  state_key: v.fallback(v.optional(v.string()), undefined),
  content: record,
  unsigned: v.fallback(
    v.object({
      redacted_because: v.optional(v.unknown()),
      'm.relations': v.fallback(
        v.object({
          'm.replace': v.fallback(
            v.object({
              origin_server_ts: v.fallback(v.pipe(v.number(), v.maxValue(MAX_TIME_MS)), 0),
              content: record,
            }),
            { origin_server_ts: 0, content: {} },
          ),
        }),
        { 'm.replace': { origin_server_ts: 0, content: {} } },
      ),
    }),
    { redacted_because: undefined, 'm.relations': { 'm.replace': { origin_server_ts: 0, content: {} } } },
  ),
});
export type MatrixEvent = v.InferOutput<typeof MatrixEvent>;

const Relation = v.fallback(
  v.object({
    rel_type: text,
    event_id: text,
    key: text,
    is_falling_back: v.fallback(v.boolean(), false),
    'm.in_reply_to': v.fallback(v.object({ event_id: text }), { event_id: '' }),
  }),
  { rel_type: '', event_id: '', key: '', is_falling_back: false, 'm.in_reply_to': { event_id: '' } },
);

const Answers = v.fallback(v.array(v.fallback(v.record(v.string(), v.unknown()), {})), []);

export const MatrixContent = v.object({
  msgtype: text,
  body: text,
  filename: text,
  format: text,
  formatted_body: text,
  geo_uri: text,
  'm.relates_to': Relation,
  'm.new_content': v.fallback(v.optional(v.record(v.string(), v.unknown())), undefined),
});
export type MatrixContent = v.InferOutput<typeof MatrixContent>;

const Question = v.fallback(v.record(v.string(), v.unknown()), {});
const Poll = v.object({ question: Question, answers: Answers });

export interface MatrixPoll {
  question: string;
  answers: string[];
}

/** Undefined for an event that begins no poll. */
export function readPoll(content: Readonly<Record<string, unknown>>): MatrixPoll | undefined {
  const source = content['m.poll'] ?? content['org.matrix.msc3381.poll.start'];
  const { success, output } = v.safeParse(Poll, source);
  if (!success) return undefined;
  return { question: readWords(output.question), answers: output.answers.map(readWords) };
}

/** An event for a relation: what it belongs to. */
export function readRelation(content: Readonly<Record<string, unknown>>) {
  return v.parse(Relation, content['m.relates_to']);
}

/** A text is a string, or a list with one. */
function readWords(source: Readonly<Record<string, unknown>>): string {
  const value = source['m.text'] ?? source['org.matrix.msc1767.text'] ?? source.body;
  if (typeof value === 'string') return value;
  const [first] = v.parse(Answers, value);
  return typeof first?.body === 'string' ? first.body : '';
}
