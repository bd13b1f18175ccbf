export interface DemoMessage {
  /** An index in the demo people. */
  by: number;
  text: string;
  /** The index of an earlier message in the same room. */
  replyTo?: number;
  /** Emoji, each with the people who react with it. */
  reactions?: readonly (readonly [emoji: string, by: readonly number[]])[];
}

export interface DemoRoom {
  name: string;
  description: string;
  kind?: 'private';
  /** Besides its creator, the first person. */
  members?: readonly number[];
  messages: readonly DemoMessage[];
}

const [ADA, BEN, CLEO] = [0, 1, 2];

/** The last one is the newest. All texts are plainly demo data. */
export const DEMO_ROOMS: readonly DemoRoom[] = [
  { name: 'Demo attic', description: 'A made-up room where nothing has been said yet.', messages: [] },
  {
    name: 'Demo kitchen',
    description: 'Another made-up room, with a long history.',
    messages: Array.from({ length: 60 }, (_, index) => ({
      by: Math.floor(index / 2) % 3,
      text: `Demo message ${index + 1}`,
    })),
  },
  {
    name: 'Demo committee',
    description: 'A made-up private room. Only its members see it.',
    kind: 'private',
    members: [BEN],
    messages: [{ by: BEN, text: 'Only members of this demo room can read this.' }],
  },
  {
    name: 'Demo lounge',
    description: 'A room to look around in. Everything here is made up.',
    messages: [
      { by: ADA, text: 'This is demo data: nobody really said this.' },
      { by: ADA, text: 'It is here so that a new Snug has something to look at.' },
      { by: BEN, text: 'Messages by one person within five minutes share one head line.' },
      {
        by: BEN,
        text: 'Texts can be **bold**, *italic* or ~~struck~~, and have lists:\n- one\n- two',
        reactions: [
          ['👍', [ADA, CLEO]],
          ['🎉', [CLEO]],
        ],
      },
      {
        by: CLEO,
        text: '```ts\nconst greeting = `Code has colours, ${"and a button to copy it"}.`;\n```',
        reactions: [['❤️', [ADA]]],
      },
      { by: ADA, text: 'مرحبا، تبدأ هذه الرسالة من اليمين.' },
      { by: ADA, text: 'A line that begins at the other side stands at the other side.' },
      {
        by: BEN,
        text: 'The time beside a name is the receipt: it shows once a message is on disk.',
        reactions: [['❤️', [ADA, BEN, CLEO]]],
      },
      { by: CLEO, text: 'And a reply shows what it answers.', replyTo: 7 },
      {
        by: BEN,
        text: 'Switch the server off and go on writing: it will be sent when the server is back.',
      },
    ],
  },
];

/** Between the first two people. */
export const DEMO_DIRECT: readonly DemoMessage[] = [{ by: BEN, text: 'This is a made-up direct message.' }];
