"""
An application on authlib, in two steps over standard input and output, one JSON object a line.

1. Reads its settings, writes the address to which it sends the browser.
2. Reads the address at which the browser came back, does everything else and writes what it saw.

authlib's client works on the HTTP library that is there: requests, else httpx, else urllib of the standard library.
"""

import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request

os.environ['AUTHLIB_INSECURE_TRANSPORT'] = '1'  # Plain HTTP to this machine.

from authlib.common.security import generate_token
from authlib.jose import JsonWebKey, JsonWebToken
from authlib.oauth2.client import OAuth2Client
from authlib.oidc.core import CodeIDToken


class Response:
    """What authlib reads of an answer."""

    def __init__(self, status, headers, text):
        self.status_code = status
        self.headers = headers
        self.text = text

    def json(self):
        return json.loads(self.text)

    def raise_for_status(self):
        if self.status_code >= 400:
            raise RuntimeError('status %d' % self.status_code)


class KeepRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class UrllibSession:
    """The part of a session of requests that authlib's client asks for."""

    opener = urllib.request.build_opener(KeepRedirects)

    def post(self, url, data=None, headers=None, auth=None):
        headers = dict(headers or {})
        body = urllib.parse.urlencode(data or {})
        if auth is not None:
            url, headers, body = auth.prepare('POST', url, headers, body)
        return self.send('POST', url, headers, body)

    def send(self, method, url, headers, body=None):
        request = urllib.request.Request(url, data=None if body is None else body.encode(), headers=headers, method=method)
        try:
            with self.opener.open(request, timeout=30) as answer:
                return Response(answer.status, answer.headers, answer.read().decode())
        except urllib.error.HTTPError as answer:
            return Response(answer.code, answer.headers, answer.read().decode())


def open_client(settings):
    options = {
        'client_id': settings['client_id'],
        'client_secret': settings['client_secret'],
        'token_endpoint_auth_method': settings['auth_method'],
        'revocation_endpoint_auth_method': settings['auth_method'],
        'redirect_uri': settings['redirect_uri'],
        'scope': settings['scope'],
        'code_challenge_method': 'S256',
    }
    try:
        from authlib.integrations.requests_client import OAuth2Session
        return 'requests', OAuth2Session(**options)
    except ImportError:
        pass
    try:
        from authlib.integrations.httpx_client import OAuth2Client as HttpxClient
        return 'httpx', HttpxClient(**options)
    except ImportError:
        return 'urllib', OAuth2Client(session=UrllibSession(), **options)


plain = UrllibSession()


def read_json(url):
    return plain.send('GET', url, {'Accept': 'application/json'}).json()


def call(client, method, url):
    """A request with the client's token, as authlib signs it."""
    url, headers, body = client.token_auth.prepare(url, {'Accept': 'application/json'}, '{}' if method == 'POST' else '')
    if method == 'POST':
        headers['Content-Type'] = 'application/json'
    answer = plain.send(method, url, headers, body if method == 'POST' else None)
    return [answer.status_code, answer.headers.get('WWW-Authenticate')]


def error_of(action):
    try:
        action()
        return None
    except Exception as error:
        return getattr(error, 'error', None) or str(error)


def id_token_of(token, server, settings, nonce):
    keys = JsonWebKey.import_key_set(read_json(server['jwks_uri']))
    claims = JsonWebToken(['RS256']).decode(
        token['id_token'],
        keys,
        claims_cls=CodeIDToken,
        claims_options={'iss': {'essential': True, 'value': server['issuer']}, 'aud': {'essential': True, 'value': settings['client_id']}},
        claims_params={'nonce': nonce, 'client_id': settings['client_id'], 'access_token': token['access_token']},
    )
    claims.validate()
    return claims


def main():
    settings = json.loads(sys.stdin.readline())
    issuer = settings['issuer']
    server = read_json(issuer + '/.well-known/openid-configuration')
    transport, client = open_client(settings)
    verifier, nonce = generate_token(48), generate_token(20)
    url, state = client.create_authorization_url(server['authorization_endpoint'], code_verifier=verifier, nonce=nonce)
    print(json.dumps({'url': url}), flush=True)

    back = json.loads(sys.stdin.readline())['url']
    wrong_state = error_of(lambda: client.fetch_token(server['token_endpoint'], authorization_response=back, code_verifier=verifier, state='other'))
    token = dict(client.fetch_token(server['token_endpoint'], authorization_response=back, code_verifier=verifier, state=state))
    claims = id_token_of(token, server, settings, nonce)
    user = plain.send('GET', server['userinfo_endpoint'], {'Authorization': 'Bearer ' + token['access_token'], 'Accept': 'application/json'}).json()
    calls = {endpoint: call(client, *endpoint.replace(' ', ' ' + issuer).split(' ')) for endpoint in settings['calls']}
    introspected = client.introspect_token(server['introspection_endpoint'], token=token['access_token']).json()
    refreshed = dict(client.refresh_token(server['token_endpoint'], refresh_token=token['refresh_token']))
    replayed_code = error_of(lambda: client.fetch_token(server['token_endpoint'], authorization_response=back, code_verifier=verifier, state=state))
    revoked = client.revoke_token(server['revocation_endpoint'], token=refreshed['refresh_token']).status_code
    client.token = refreshed
    print(json.dumps({
        'transport': transport,
        'scope': token.get('scope'),
        'sub': claims['sub'],
        'user': user,
        'calls': calls,
        'introspected': introspected,
        'rotated': refreshed['refresh_token'] != token['refresh_token'] and refreshed['access_token'] != token['access_token'],
        'wrong_state': wrong_state,
        'replayed_code': replayed_code,
        'revoked': revoked,
        'after_revocation': client.introspect_token(server['introspection_endpoint'], token=refreshed['access_token']).json(),
    }), flush=True)


main()
