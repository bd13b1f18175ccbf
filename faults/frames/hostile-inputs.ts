import { MAX_FRAME_BYTES } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import { clientFrame, OPCODE } from './client-frame.ts';

/** Something that no client of ours sends, and the code with which the server has to end that connection. */
export interface Hostility {
  code: number;
  bytes: (random: Random) => Buffer[];
}

const { text, binary, continuation, close, ping } = OPCODE;
/** How many parts a message may have. */
const MOST_FRAGMENTS = 16_384;
const BROKEN_UTF8 = ['ff', 'c0af', 'eda080', 'f4908080', 'e28c', 'fe', '80'];

function closeWith(code: number, reason: string | Buffer = ''): Buffer {
  const number = Buffer.alloc(2);
  number.writeUInt16BE(code);
  return clientFrame({ opcode: close, payload: Buffer.concat([number, Buffer.from(reason)]) });
}

function bytesOf(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

function broken(random: Random): Buffer {
  const bad = Buffer.from(random.pick(BROKEN_UTF8) ?? '', 'hex');
  return Buffer.concat([Buffer.from('x'.repeat(random.below(20))), bad]);
}

function part(payload: string | Buffer, opcode: number = continuation): Buffer {
  return clientFrame({ opcode, payload, fin: false });
}

export const HOSTILE: Readonly<Record<string, Hostility>> = {
  'a frame without a mask': {
    code: 1002,
    bytes: random => [
      clientFrame({ opcode: text, payload: bytesOf(random, random.below(300)), masked: false }),
    ],
  },
  'reserved bits': {
    code: 1002,
    bytes: random => [clientFrame({ opcode: text, payload: '{}', reserved: 1 + random.below(7) })],
  },
  'an opcode that means nothing': {
    code: 1002,
    bytes: random => [clientFrame({ opcode: random.pick([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]) ?? 3 })],
  },
  'a long ping': {
    code: 1002,
    bytes: random => [clientFrame({ opcode: ping, payload: bytesOf(random, 126 + random.below(1_000)) })],
  },
  'a ping in parts': { code: 1002, bytes: () => [part('half', ping)] },
  'the end of nothing': { code: 1002, bytes: () => [clientFrame({ opcode: continuation, payload: '{}' })] },
  'a message within a message': {
    code: 1002,
    bytes: random => [
      part('{"id":', text),
      clientFrame({ opcode: random.chance(0.5) ? text : binary, payload: '1}' }),
    ],
  },
  'a close of one byte': { code: 1002, bytes: () => [clientFrame({ opcode: close, payload: 'x' })] },
  'a close with a code that is none': {
    code: 1002,
    bytes: random => [closeWith(random.pick([0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535]) ?? 0)],
  },
  'a close whose reason is no text': { code: 1007, bytes: random => [closeWith(1000, broken(random))] },
  'broken UTF-8': { code: 1007, bytes: random => [clientFrame({ opcode: text, payload: broken(random) })] },
  'broken UTF-8 in parts': {
    code: 1007,
    bytes: random => [part('{"id"', text), clientFrame({ opcode: continuation, payload: broken(random) })],
  },
  'words that are no JSON': {
    code: 1007,
    bytes: random => [
      clientFrame({ opcode: text, payload: bytesOf(random, random.below(200)).toString('hex') }),
    ],
  },
  'JSON of another shape': {
    code: 1007,
    bytes: random => [clientFrame({ opcode: text, payload: random.pick(SHAPES) ?? '' })],
  },
  'a JSON that is very deep': {
    code: 1007,
    bytes: random => [clientFrame({ opcode: text, payload: '['.repeat(1 + random.below(60_000)) })],
  },
  'binary data': {
    code: 1007,
    bytes: random => [clientFrame({ opcode: binary, payload: bytesOf(random, random.below(500)) })],
  },
  'a frame that is too large': {
    code: 1009,
    bytes: random => [
      clientFrame({ opcode: text, payload: 'x'.repeat(MAX_FRAME_BYTES + 1 + random.below(9_999)) }),
    ],
  },
  'a frame that says it is huge': {
    code: 1009,
    bytes: random => [clientFrame({ opcode: text, length: 2n ** BigInt(17 + random.below(47)) })],
  },
  'parts that are too large together': {
    code: 1009,
    bytes: () => [part('x'.repeat(40_000), text), part('x'.repeat(40_000))],
  },
  'very many parts': {
    code: 1008,
    bytes: random => {
      const one = part('x'.repeat(random.below(3)));
      return [part('', text), ...Array.from({ length: MOST_FRAGMENTS + 1 }, () => one)];
    },
  },
};

const SHAPES = [
  'null',
  '[]',
  '1',
  '""',
  '{}',
  '{"id":"1","command":"list_rooms","input":{}}',
  '{"id":1.5,"command":"list_rooms","input":{}}',
  '{"id":1,"command":7,"input":{}}',
  '{"id":1,"command":"list_rooms","input":{},"more":1}',
  '{"id":1,"command":"list_rooms","input":{},"__proto__":{}}',
];
