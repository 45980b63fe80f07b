"""Asks the installed Patroni whether a primary that hung for longer than its key lasts leaves the key of its successor alone.

A machine that hangs between reading and renewing the key cannot be stopped at that moment from outside, so both members are
objects of Patroni here. Prints "kept" or "overwritten". Arguments: the API (etcd, etcd3) and the address of etcd.
"""
import sys
import time

from patroni.dcs import get_dcs

api, address = sys.argv[1:]
TTL_SECONDS = 20


def member(name):
    return get_dcs({'scope': 'leader-key', 'name': name, 'ttl': TTL_SECONDS, 'loop_wait': 5, 'retry_timeout': 5, api: {'hosts': [address]}})


former, successor = member('former'), member('successor')
assert former.attempt_to_acquire_leader()
former.get_cluster()
time.sleep(TTL_SECONDS + 5)
successor.get_cluster()
assert successor.attempt_to_acquire_leader()
former.update_leader(0)
leader = successor.get_cluster().leader
print('kept' if leader and leader.name == 'successor' else 'overwritten')
