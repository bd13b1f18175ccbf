import { MAX_FRAME_BYTES } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import { encodeClientFrame, OPCODE } from './client-frame.ts';

/** Frames that our clients never send, and the code with which the server must close the connection. */
export interface HostileInput {
  closeCode: number;
  createBytes: (random: Random) => Buffer[];
}

const { text, binary, continuation, close, ping } = OPCODE;
/** The maximum number of fragments of a message. */
const MAX_FRAGMENTS = 16_384;
const BROKEN_UTF8 = ['ff', 'c0af', 'eda080', 'f4908080', 'e28c', 'fe', '80'];

function createCloseFrame(code: number, reason: string | Buffer = ''): Buffer {
  const number = Buffer.alloc(2);
  number.writeUInt16BE(code);
  return encodeClientFrame({ opcode: close, payload: Buffer.concat([number, Buffer.from(reason)]) });
}

function createRandomBytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

function createBrokenUtf8(random: Random): Buffer {
  const bad = Buffer.from(random.pick(BROKEN_UTF8) ?? '', 'hex');
  return Buffer.concat([Buffer.from('x'.repeat(random.below(20))), bad]);
}

function createFragment(payload: string | Buffer, opcode: number = continuation): Buffer {
  return encodeClientFrame({ opcode, payload, fin: false });
}

export const HOSTILE_INPUTS: Readonly<Record<string, HostileInput>> = {
  'a frame without a mask': {
    closeCode: 1002,
    createBytes: random => [
      encodeClientFrame({
        opcode: text,
        payload: createRandomBytes(random, random.below(300)),
        masked: false,
      }),
    ],
  },
  'reserved bits': {
    closeCode: 1002,
    createBytes: random => [
      encodeClientFrame({ opcode: text, payload: '{}', reserved: 1 + random.below(7) }),
    ],
  },
  'an unknown opcode': {
    closeCode: 1002,
    createBytes: random => [
      encodeClientFrame({ opcode: random.pick([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]) ?? 3 }),
    ],
  },
  'a long ping': {
    closeCode: 1002,
    createBytes: random => [
      encodeClientFrame({ opcode: ping, payload: createRandomBytes(random, 126 + random.below(1_000)) }),
    ],
  },
  'a fragmented ping': { closeCode: 1002, createBytes: () => [createFragment('half', ping)] },
  'a continuation without a start': {
    closeCode: 1002,
    createBytes: () => [encodeClientFrame({ opcode: continuation, payload: '{}' })],
  },
  'a message within a message': {
    closeCode: 1002,
    createBytes: random => [
      createFragment('{"id":', text),
      encodeClientFrame({ opcode: random.chance(0.5) ? text : binary, payload: '1}' }),
    ],
  },
  'a close of one byte': {
    closeCode: 1002,
    createBytes: () => [encodeClientFrame({ opcode: close, payload: 'x' })],
  },
  'a close with an invalid code': {
    closeCode: 1002,
    createBytes: random => [
      createCloseFrame(random.pick([0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535]) ?? 0),
    ],
  },
  'a close with an invalid reason': {
    closeCode: 1007,
    createBytes: random => [createCloseFrame(1000, createBrokenUtf8(random))],
  },
  'broken UTF-8': {
    closeCode: 1007,
    createBytes: random => [encodeClientFrame({ opcode: text, payload: createBrokenUtf8(random) })],
  },
  'fragmented broken UTF-8': {
    closeCode: 1007,
    createBytes: random => [
      createFragment('{"id"', text),
      encodeClientFrame({ opcode: continuation, payload: createBrokenUtf8(random) }),
    ],
  },
  'invalid JSON': {
    closeCode: 1007,
    createBytes: random => [
      encodeClientFrame({
        opcode: text,
        payload: createRandomBytes(random, random.below(200)).toString('hex'),
      }),
    ],
  },
  'JSON of a wrong shape': {
    closeCode: 1007,
    createBytes: random => [encodeClientFrame({ opcode: text, payload: random.pick(WRONG_SHAPES) ?? '' })],
  },
  'deeply nested JSON': {
    closeCode: 1007,
    createBytes: random => [
      encodeClientFrame({ opcode: text, payload: '['.repeat(1 + random.below(60_000)) }),
    ],
  },
  'binary data': {
    closeCode: 1007,
    createBytes: random => [
      encodeClientFrame({ opcode: binary, payload: createRandomBytes(random, random.below(500)) }),
    ],
  },
  'a frame over the limit': {
    closeCode: 1009,
    createBytes: random => [
      encodeClientFrame({ opcode: text, payload: 'x'.repeat(MAX_FRAME_BYTES + 1 + random.below(9_999)) }),
    ],
  },
  'a frame with a huge length': {
    closeCode: 1009,
    createBytes: random => [encodeClientFrame({ opcode: text, length: 2n ** BigInt(17 + random.below(47)) })],
  },
  'fragments over the limit together': {
    closeCode: 1009,
    createBytes: () => [createFragment('x'.repeat(40_000), text), createFragment('x'.repeat(40_000))],
  },
  'too many fragments': {
    closeCode: 1008,
    createBytes: random => {
      const one = createFragment('x'.repeat(random.below(3)));
      return [createFragment('', text), ...Array.from({ length: MAX_FRAGMENTS + 1 }, () => one)];
    },
  },
};

const WRONG_SHAPES = [
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
