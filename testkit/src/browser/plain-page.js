// Runs in the plain page: appends each message of its room like the last row, and scrolls to the end, without a framework.

const { roomId, version } = document.body.dataset;
const log = document.querySelector('[role=log]');
const articles = log.getElementsByTagName('article');
const template = articles[articles.length - 1];
const socket = new WebSocket(`ws://${location.host}/api/live?version=${version}`);

socket.addEventListener('open', () =>
  socket.send(JSON.stringify({ id: 1, command: 'open_room', input: { roomId } })),
);

socket.addEventListener('message', ({ data }) => {
  const frame = JSON.parse(data);
  if (frame.id === 1) document.body.dataset.state = 'open';
  for (const event of frame.events ?? []) {
    if (event.type === 'message_sent' && event.roomId === roomId) append(event.message);
  }
});

function append({ id, text }) {
  const row = template.cloneNode(true);
  row.id = id;
  row.querySelector('[data-words]').textContent = text;
  template.parentNode.append(row);
  log.scrollTop = log.scrollHeight;
}

log.scrollTop = log.scrollHeight;
