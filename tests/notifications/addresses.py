"""Callback URLs of every kind: what leads inside in any spelling, what makes no sense, and what is fine."""

from __future__ import annotations

# Refused when accepted, without resolving anything.
INSIDE = [
    # loopback
    "http://127.0.0.1/", "http://127.0.0.1:8080/x", "https://127.8.9.10/", "http://127.1/", "http://127.0.1/",
    "http://0x7f.1/", "http://0x7f000001/", "http://2130706433/", "http://0177.0.0.1/",
    "http://017700000001/",
    "http://0x7f.0x0.0x0.0x1/", "http://127.0.0.0x1/", "http://127.0.0.01/", "http://127.0.0.1./",
    "http://①②⑦.0.0.1/", "http://127。0。0。1/", "http://１２７.0.0.1/", "http://127.0.0.1%00.example.com/",
    "http://%31%32%37.0.0.1/", "http://[::1]/", "http://[0:0:0:0:0:0:0:1]/", "http://[0000::0001]:8080/",
    "http://[::127.0.0.1]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/",
    "http://[::ffff:0:127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/", "http://[64:ff9b::127.0.0.1]/", "http://[64:ff9b:1::7f00:1]/",
    "http://[2002:7f00:1::]/", "http://[2002:7f00:0001::1]/",
    "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    "http://[::1%25lo]/", "http://[::1%lo]/", "http://[fe80::1%25eth0]/",
    # this host, unspecified
    "http://0/", "http://0.0.0.0/", "http://00/", "http://0x0/", "http://0.1.2.3/", "http://[::]/",
    "http://[::0.0.0.0]/",
    # private, link-local, carriers
    "http://10.0.0.1/", "http://10.255.255.255/", "http://012.0.0.1/", "http://167772161/",
    "http://172.16.0.1/",
    "http://172.31.255.254/", "http://192.168.0.1/", "http://192.168.1/", "http://0xc0a80001/",
    "http://3232235521/",
    "http://100.64.0.1/", "http://100.127.255.254/", "http://169.254.0.1/", "http://[fc00::1]/",
    "http://[fd12:3456::1]/",
    "http://[fe80::1]/", "http://[fec0::1]/", "http://[::ffff:10.0.0.1]/", "http://[::ffff:192.168.0.1]/",
    "http://[64:ff9b::a00:1]/", "http://[2002:a00:1::]/", "http://[2002:c0a8:1::1]/",
    # metadata
    "http://169.254.169.254/latest/meta-data/", "http://2852039166/", "http://0xa9fea9fe/",
    "http://0251.0376.0251.0376/",
    "http://169.254.43518/", "http://0xa9.0xfe.0xa9.0xfe/", "http://[::ffff:169.254.169.254]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[64:ff9b::a9fe:a9fe]/", "http://[fd00:ec2::254]/", "http://[fd20:ce::254]/",
    "http://100.100.100.200/",
    "http://192.0.0.192/", "http://168.63.129.16/", "http://metadata.google.internal/", "http://metadata/",
    "http://instance-data.ec2.internal/",
    "http://169.254.169.253/", "http://[fd00:42::42]/", "http://0300.0250.0.1/", "http://[::ffff:0:0]/",
    # multicast, reserved, documentation, benchmarks
    "http://224.0.0.1/", "http://239.255.255.250/", "http://240.0.0.1/", "http://255.255.255.255/",
    "http://[ff02::1]/",
    "http://[ff0e::1]/", "http://192.0.2.1/", "http://198.51.100.7/", "http://203.0.113.9/",
    "http://[2001:db8::1]/",
    "http://[3fff::1]/", "http://198.18.0.1/", "http://198.19.255.255/", "http://192.88.99.1/",
    "http://192.0.0.9/",
    "http://[100::1]/", "http://[5f00::1]/", "http://[2001:20::1]/", "http://[2001:10::1]/",
    "http://[::8.8.8.8]/",
    "http://[::ffff:8.8.8.8]/", "http://[64:ff9b::808:808]/",
    # names of the inside
    "http://localhost/", "http://LOCALHOST:8080/", "http://localhost./", "http://a.localhost/",
    "http://localhost.localdomain/",
    "http://ip6-localhost/", "http://router.local/", "http://db.internal/", "http://intranet/",
    "http://wiki.corp/",
    "http://nas.home.arpa/", "http://box.lan/", "http://ⓛocalhost/", "http://LOCALHOST\u3002/",
    "http://x.onion/",
]  # fmt: skip

# Refused because they are no callback URLs at all.
SENSELESS = [
    "", " ", "example.com", "/hook", "//example.com/hook", "http:", "http://", "http:///hook",
    "http:/example.com", "http:example.com", "http://:80/", "http://?x", "http://#x",
    "ftp://example.com/", "file:///etc/passwd",
    "gopher://example.com/", "javascript:alert(1)", "data:,x", "unix:///run/x.sock", "http+unix://x/",
    "ws://example.com/",     "jar:http://example.com!/", "http://user@example.com/",
    "http://user:pass@example.com/", "http://@example.com/",
    "http://example.com@127.0.0.1/", "http://127.0.0.1@example.com/", "http://example.com:@127.0.0.1/",
    "http://example.com\\@127.0.0.1/", "http:\\\\127.0.0.1\\", "http://127.0.0.1\\.example.com/",
    "http://example.com:0/", "http://example.com:65536/", "http://example.com:999999/",
    "http://example.com:-1/",
    "http://example.com:80:80/", "http://example.com:８０/", "http://example.com:+80/",
    "http://example.com:8a/",
    "http://example.com:22/", "http://example.com:25/", "http://example.com:6379/", "http://8.8.8.8:5432/",
    "http://exa mple.com/", " http://example.com/", "http://example.com/ ", "http://example.com/a b",
    "http://example.com/\r\nX-Injected: 1", "http://example.com/\x00", "http://example.com/\t",
    "http://exam\u200bple.com/",
    "http://example.com/\u202etxt", "http://example.com/\ud800", "http://example..com/",
    "http://.example.com/",
    "http://example.com../", "http://-example.com/", "http://example-.com/", "http://ex%61mple.com/",
    "http://example.com%2f@x/", "http://[::1/", "http://::1/", "http://[example.com]/", "http://[1:2]/",
    "http://[]/",
    "http://1.2.3.4.5/", "http://1.2.3/", "http://256.256.256.256/", "http://8.8.8.8.8/", "http://08.8.8.8/",
    "http://exa<mple.com/", "http://exa|mple.com/", "http://xn--a/", "http://ex\u2024ample\u2215.com/",
    "http://" + "a" * 64 + ".com/", "http://" + "a." * 130 + "com/", "http://example.com/" + "a" * 2048,
]  # fmt: skip

# What was sent → how it is used.
FINE = {
    "https://example.com/hook": "https://example.com/hook",
    "http://example.com": "http://example.com/",
    "https://example.com?x=1": "https://example.com/?x=1",
    "HTTPS://Example.COM:443/Hook?A=b#part": "https://example.com/Hook?A=b",
    "http://example.com:80/": "http://example.com/",
    "https://example.com:8443/": "https://example.com:8443/",
    "http://example.com:443/": "http://example.com:443/",
    "https://example.com./x": "https://example.com/x",
    "https://münchen.example/straße?q=ä b".replace(" ", "%20"): (
        "https://xn--mnchen-3ya.example/stra%C3%9Fe?q=%C3%A4%20b"
    ),
    "https://EXAMPLE。com/": "https://example.com/",
    "https://a_b.example.com/%7Euser/../x?y=[1]&z={2}": "https://a_b.example.com/%7Euser/../x?y=[1]&z=%7B2%7D",
    "https://8.8.8.8/": "https://8.8.8.8/",
    "https://[2606:4700:4700:0:0:0:0:1111]:443/": "https://[2606:4700:4700::1111]/",
    "https://[2606:4700:4700::1111]:8080/": "https://[2606:4700:4700::1111]:8080/",
    "https://example.com/?to=http://127.0.0.1/&mail=a@b": "https://example.com/?to=http://127.0.0.1/&mail=a@b",
    "https://1password.com/": "https://1password.com/",
    "https://example.com//double//slash": "https://example.com//double//slash",
}
