import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { Server } from 'socket.io';

// As an expert would write it: only WebSockets, no compression, one transaction for one turn of the event loop.

interface PendingMessage {
  room: string;
  text: string;
  acknowledge: () => void;
}

const [port = '', path = ''] = process.argv.slice(2);

const db = new DatabaseSync(path);
db.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table messages (
    room text not null, seq integer not null, id text not null unique, author text not null, at integer not null,
    text text not null, primary key (room, seq)
  ) without rowid;
`);
const lastSeq = db.prepare('select max(seq) as seq from messages where room = ?');
const insert = db.prepare('insert into messages (room, seq, id, author, at, text) values (?, ?, ?, ?, ?, ?)');

const http = createServer();
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
let queue: (PendingMessage & { author: string })[] = [];

io.on('connection', socket => {
  socket.on('join', async (room: string, acknowledge: () => void) => {
    await socket.join(room);
    acknowledge();
  });
  socket.on('send', ({ room, text }: { room: string; text: string }, acknowledge: () => void) => {
    if (queue.length === 0) setImmediate(store);
    queue.push({ room, text, author: socket.id, acknowledge });
  });
});

function store(): void {
  const batch = queue;
  queue = [];
  db.exec('begin immediate');
  const messages = batch.map(({ room, text, author }) => {
    const seq = Number(lastSeq.get(room)?.seq ?? 0) + 1;
    const message = { room, seq, id: randomUUID(), author, at: Date.now(), text };
    insert.run(room, seq, message.id, author, message.at, text);
    return message;
  });
  db.exec('commit');
  for (const message of messages) io.to(message.room).emit('message', message);
  for (const { acknowledge } of batch) acknowledge();
}

http.listen(Number(port), '127.0.0.1');
