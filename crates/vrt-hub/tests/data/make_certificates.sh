#!/usr/bin/env bash
# Made ca.pem, server.pem and server.key: a certificate authority that nobody trusts, and a server of this machine under it.
set -euo pipefail
cd "$(dirname "$0")"
key=(-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes)
openssl req -x509 "${key[@]}" -keyout ca.key -out ca.pem -days 36500 -subj "/CN=vrt-hub test authority" \
    -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign"
openssl req "${key[@]}" -keyout server.key -out server.csr -subj "/CN=localhost"
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 36500 \
    -extfile <(printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n')
rm -f ca.key ca.srl server.csr
