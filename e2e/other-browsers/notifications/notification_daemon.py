# The notifications of a desktop (org.freedesktop.Notifications) for tests. Prints each one as a line of JSON, and reads "click ID".
import json
import sys
import threading

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"
DBusGMainLoop(set_as_default=True)


def report(**fields):
    print(json.dumps(fields), flush=True)


class Daemon(dbus.service.Object):
    last_id = 0

    @dbus.service.method(NAME, in_signature="", out_signature="as")
    def GetCapabilities(self):
        return ["actions", "body", "body-markup", "persistence"]

    @dbus.service.method(NAME, in_signature="", out_signature="ssss")
    def GetServerInformation(self):
        return ("tests", "snug", "1", "1.2")

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, title, body, actions, hints, timeout):
        if not replaces:
            Daemon.last_id += 1
            replaces = Daemon.last_id
        report(event="shown", id=int(replaces), title=str(title), body=str(body))
        return dbus.UInt32(replaces)

    @dbus.service.method(NAME, in_signature="u", out_signature="")
    def CloseNotification(self, id):
        report(event="closed", id=int(id))
        self.NotificationClosed(id, 3)

    @dbus.service.signal(NAME, signature="us")
    def ActionInvoked(self, id, action):
        pass

    @dbus.service.signal(NAME, signature="uu")
    def NotificationClosed(self, id, reason):
        pass


bus = dbus.SessionBus()
name = dbus.service.BusName(NAME, bus)
daemon = Daemon(bus, "/org/freedesktop/Notifications")
loop = GLib.MainLoop()


def click(id):
    daemon.ActionInvoked(dbus.UInt32(id), "default")
    return False


def read():
    for line in sys.stdin:
        _, id = line.split()
        GLib.idle_add(click, int(id))
    GLib.idle_add(loop.quit)


threading.Thread(target=read, daemon=True).start()
report(event="ready")
loop.run()
