import type { Dialect } from './dialect.ts';

const OPEN = '<open xmlns="urn:ietf:params:xml:ns:xmpp-framing" to="localhost" version="1.0"/>';
const AUTH = '<auth xmlns="urn:ietf:params:xml:ns:xmpp-sasl" mechanism="ANONYMOUS"/>';
const BIND =
  '<iq xmlns="jabber:client" type="set" id="bind-here"><bind xmlns="urn:ietf:params:xml:ns:xmpp-bind"/></iq>';
const MUC = '<x xmlns="http://jabber.org/protocol/muc"><history maxstanzas="0"/></x>';

/** XMPP over WebSocket (RFC 7395), without passwords (XEP-0175), in rooms (XEP-0045), which send messages back to their authors. */
export function xmpp(path: string): Dialect {
  return {
    request: () => ({ path, headers: { Host: 'localhost', 'Sec-WebSocket-Protocol': 'xmpp' } }),
    async enter(line, { name, room }) {
      line.say(OPEN);
      await line.hear('ANONYMOUS');
      line.say(AUTH);
      await line.hear('<success');
      line.say(OPEN);
      await line.hear('urn:ietf:params:xml:ns:xmpp-bind');
      line.say(BIND);
      await line.hear('bind-here');
      line.say(`<presence xmlns="jabber:client" to="${room}/${name}">${MUC}</presence>`);
      // The status with which a room tells somebody that they are in.
      await line.hear('110');
    },
    message: ({ room }, id, text) =>
      `<message xmlns="jabber:client" type="groupchat" id="m${id}" to="${room}"><body>${text}</body></message>`,
    delivery: '<body>',
    mark: '<body>',
  };
}
