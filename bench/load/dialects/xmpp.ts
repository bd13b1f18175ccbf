import type { Dialect } from './dialect.ts';

const OPEN = '<open xmlns="urn:ietf:params:xml:ns:xmpp-framing" to="localhost" version="1.0"/>';
const AUTH = '<auth xmlns="urn:ietf:params:xml:ns:xmpp-sasl" mechanism="ANONYMOUS"/>';
const BIND =
  '<iq xmlns="jabber:client" type="set" id="bind-here"><bind xmlns="urn:ietf:params:xml:ns:xmpp-bind"/></iq>';
const MUC = '<x xmlns="http://jabber.org/protocol/muc"><history maxstanzas="0"/></x>';

/** XMPP over WebSocket (RFC 7395), anonymous (XEP-0175), with rooms (XEP-0045), which echo messages to their authors. */
export function xmpp(path: string): Dialect {
  return {
    request: () => ({ path, headers: { Host: 'localhost', 'Sec-WebSocket-Protocol': 'xmpp' } }),
    async join(line, { name, room }) {
      line.sendText(OPEN);
      await line.waitForText('ANONYMOUS');
      line.sendText(AUTH);
      await line.waitForText('<success');
      line.sendText(OPEN);
      await line.waitForText('urn:ietf:params:xml:ns:xmpp-bind');
      line.sendText(BIND);
      await line.waitForText('bind-here');
      line.sendText(`<presence xmlns="jabber:client" to="${room}/${name}">${MUC}</presence>`);
      // The status with which a room confirms the person's own presence.
      await line.waitForText('110');
    },
    message: ({ room }, id, text) =>
      `<message xmlns="jabber:client" type="groupchat" id="m${id}" to="${room}"><body>${text}</body></message>`,
    delivery: '<body>',
    mark: '<body>',
  };
}
