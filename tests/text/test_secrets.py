"""Detection of secrets. The secrets are made up, and assembled when the tests run."""

import random
import string
import tomllib
from itertools import accumulate
from pathlib import Path
from time import perf_counter

import pytest

from ctx_lsp.text import secrets
from ctx_lsp.text.expressions import Expression
from ctx_lsp.text.secrets import is_secret_file, secret_in, secret_spans
from tests.secrets.documented import documented_secrets
from tests.secrets.kinds import fake_secrets
from tests.secrets.recall import false_alarms, file_type, is_found

_RANDOM = random.Random(5)  # noqa: S311  # for the look of it


def letters(count: int, of: str = string.ascii_letters + string.digits) -> str:
    """Random characters."""
    return "".join(_RANDOM.choice(of) for _ in range(count))


RULES = Path(secrets.__file__).with_name("secrets.toml")
UPPER = string.ascii_uppercase + "234567"
DASHES = "-----"
PEM_BODY = "\n".join(letters(64) for _ in range(5))

SECRETS = {
    f"{DASHES}BEGIN RSA PRIVATE KEY{DASHES}\n{PEM_BODY}\n": "a private key",
    f"{DASHES}BEGIN OPENSSH PRIVATE KEY{DASHES}\n{PEM_BODY}\n": "a private key",
    f"{DASHES}BEGIN PGP PRIVATE KEY BLOCK{DASHES}\nVersion: x\n\n{PEM_BODY}\n": "a private key",
    f'KEY = "{DASHES}BEGIN PRIVATE KEY{DASHES}\\n{letters(64)}"': "a private key",
    f"the rest of one:\n{PEM_BODY}\n": "a block of encoded data",
    f"aws_key = AKIA{letters(16, UPPER)}": "an AWS access key",
    f"AccountName=x;AccountKey={letters(86)}==;": "an Azure storage key",
    f"git clone with ghp_{letters(36)}": "a GitHub token",
    f"github_pat_{letters(22)}_{letters(59)}": "a GitHub token",
    f"glpat-{letters(20)}": "a GitLab token",
    f"slack: xoxb-{letters(12, string.digits)}-{letters(24)}": "a Slack token",
    f"https://hooks.slack.com/services/T{letters(8)}/B{letters(8)}/{letters(24)}": "a Slack webhook",
    f"maps(AIza{letters(35)})": "a Google key",
    f"stripe.init(sk_live_{letters(24)})": "a Stripe key",
    f"OpenAI(sk-proj-{letters(48)})": "a model provider's key",
    f"//registry.npmjs.org/:_authToken=npm_{letters(36)}": "a package registry's token",
    f"SG.{letters(22)}.{letters(43)}": "a service's token",
    f"jwt: eyJ{letters(30)}.eyJ{letters(60)}.{letters(43)}": "a signed web token",
    f"db: postgres://app:{letters(14)}7x@db.internal:5432/app": "a password in a URL",
    f'db = "Server=db;User Id=app;Password={letters(14)}7x;Database=app"': "a password in a connection string",
    f"db: Host=db;Pwd={letters(14)}7x;": "a password in a connection string",
    f"<server><password>{letters(14)}7x</password></server>": "a password or key in an element",
    f"curl -H 'Authorization: Bearer {letters(40)}'": "a token in a header",
    f'password = "{letters(10)}7x"': "a password or key in quotes",
    f"const dbPassword: string = 'Tr0ub4dor&{letters(4)}'": "a password or key in quotes",
    f"aws_secret_access_key = '/{letters(36)}+9q'": "a password or key in quotes",
    f'password = "~{letters(10)}7x"': "a password or key in quotes",
    f'{{"client_secret": "{letters(30)}9q"}}': "a password or key in quotes",
    f"api_key: '{letters(32, string.hexdigits)}1a'": "a password or key in quotes",
    f"export DB_PASSWORD={letters(12)}7x\n": "a password or key",
    f"spring.datasource.password={letters(12)}7x": "a password or key",
    "machine api.internal login me password 0f12ab45cd67ef89": "a password or key",
    "curl --token 7Hq2mZ9xKp4LwT8vBn3C --fail": "a password or key",
    "DB_PASS=hunter2-Tr0ub4dor": "a password or key",
    "ADO_PAT: kq3v7z2m9x4b8n1c6w5t0y2r": "a password or key",
    "weatherstack key 9f8e7d6c5b4a39281706f5e4d3c2b1a0": "a random value",
    'ConvertTo-SecureString "Sup3rGeheim!" -AsPlainText -Force': "a password in a script",
    "root:$6$Zk3vQ9xT$" + "aB3/" * 21 + "Cd:19000:0:99999:7:::": "the hash of a password",
    "hash = '$2b$12$" + "aB3/x" * 10 + "Cd1'": "the hash of a password",
}


def test_every_kind_is_found_in_every_type_of_file() -> None:
    made = list(fake_secrets())
    assert len(made) >= 400
    assert len({one.kind for one in made}) >= 140
    assert len({one.file for one in made}) >= 20
    missed = [one for one in made if not is_found(one)]
    assert len(missed) <= 0.05 * len(made), [(one.kind, one.file) for one in missed]


@pytest.mark.parametrize("is_held_out", [False, True])
def test_documented_kinds_are_found_where_documents_have_them(is_held_out: bool) -> None:
    made = list(documented_secrets(is_held_out))
    assert len(made) >= 190
    assert len({one.kind for one in made}) >= 70
    assert len({file_type(one.file) for one in made}) >= 30
    missed = [one for one in made if not is_found(one)]
    assert len(missed) <= 0.05 * len(made), [(one.kind, one.file) for one in missed]


@pytest.mark.parametrize("text", SECRETS)
def test_a_secret_is_found(text: str) -> None:
    assert secret_in(text) == SECRETS[text]
    assert secret_in(f"def f():\n    x = 1\n\n{text}\n\ndef g(): ...\n") == SECRETS[text]


@pytest.mark.parametrize(
    "text",
    [
        "",
        'password = "password"',
        'password = os.environ["DB_PASSWORD"]',
        'password: "${DB_PASSWORD}"',
        'api_key = "YOUR_API_KEY_1"',
        'password = """The password of the account, as the user gave it."""',
        'token = new String("accessToken")',
        'secret := []byte("secret-name")',
        "password: ${DB_PASS:}",
        "password: ${DB_PASS:${OTHER_PASS}}",
        "url: ${TOKEN_URL:https://auth.internal/token}",
        "secret = 'changeme123'",
        'token = "<token-goes-here>"',
        'db = "Server=db;Password=" + password + ";"; other = $"Pwd={password};Server={server1}";',
        "<password>${env.PASSWORD_1}</password> <token></token> <secret>see the manual</secret>",
        'token_url = "https://auth.internal/oauth2/token"',
        "AKIAIOSFODNN7EXAMPLE",
        f"{DASHES}BEGIN PRIVATE KEY{DASHES}",
        f'PEM = re.compile("{DASHES}BEGIN (.*)PRIVATE KEY{DASHES}")',
        "postgres://user:password@localhost/db",
        "https://example.com:8080/a@b",
        "def check_password(user, password): return user.password == password",
        "self.access_token = access_token",
        "this.accessToken = accessToken",
        "for key, value in tokens.items(): keys[key] = value",
        "Authorization: Bearer <token>",
        "password_file = '/run/secrets/db_Password1'",
        "secret: './conf/Secrets.d/key1'",
        "token_path = '~/.config/app/Token1'",
        "task-list and risk-averse-organisation-wide-approach",
        "the token that follows is 1 of 20, and the key 5 is left out",
        "secret management-of-long-lived-things",
        "bypass = compass",
        '"integrity": "sha512-Hk3vQ9xTzm5pWq7Rb2nY8cL4dG6fJ1sA0eU5iO3tK9wM7xZ=="',
        'expect("ETag", \'W/"3e7-qPnkJ3CVdVhFJQvUBfF10TmVA7g"\')',
        "uses: docker/login-action@9780b0c442fbb1117ed29e0efdff1e18412f7567 # v3.3.0",
        "see https://host.internal/keys/9780b0c442fbb1117ed29e0efdff1e18412f7567 of the client",
        'org.eclipse.jetty:jetty-alpn-openjdk8-client { module = "jetty-alpn-openjdk8-token" }',
        "val session = connectToHttp2ServerThroughProxy2(client)",
        '<path d="M128 128h1024v128h-1024v-128zM128640h1024v128h-1024v-128zM1696192h40"/>',
        '"Reset Token": "Hersteltoken", "Session Token": "Sessietoken"',
        '"currentPassword": "Текущийпарольпользователя"',
        f"{DASHES}BEGIN CERTIFICATE{DASHES}\n{PEM_BODY}\n{DASHES}END CERTIFICATE{DASHES}\n",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    ],
)
def test_texts_that_are_not_secrets(text: str) -> None:
    assert secret_in(text) == ""


@pytest.mark.parametrize(
    "path",
    [
        ".env", "app/.env", "app/.env.production", "prod.env", "keys/id_rsa", "home/.ssh/config", "tls/Server.PEM",
        "store.p12", ".aws/credentials", "config/credentials.yml", "secrets.yaml", ".npmrc", "terraform.tfstate",
        "google/service-account-prod.json",
    ],
)  # fmt: skip
def test_a_file_of_secrets(path: str) -> None:
    assert is_secret_file(path)


@pytest.mark.parametrize(
    "path",
    ["app/env.py", ".env.example", "config/.env.sample", "credentials.py", "src/secrets.ts", "key.go", "id_rsa.md", ""],
)
def test_a_file_of_something_else(path: str) -> None:
    assert not is_secret_file(path)


@pytest.mark.parametrize(
    "text",
    [
        "implementation 'androidx.test-utils:core-ktx2:1.2.3'",
        "FROM nvidia/cuda-ubuntu22.04:11.8.0-devel",
        "image: registry/app-user-service:1.24.0-alpine3",
        ".a{-webkit-user-select:none;transform:translate3d(0,0,0)}",
        "git fetch -u origin:refs/heads/main2",
        "curl -O https://internal/a && git fetch -u origin:refs/heads/main2 | cat",
    ],
)
def test_a_user_option_of_another_command_is_not_a_secret(text: str) -> None:
    assert secret_in(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        'self.bind("click", "on_button_click1")',
        'bindTexture("diffuse", "texture_unit_0")',
        'v.bindParam(":name", "value_name1")',
        '"auth": ["basic", "oauth2-client"]',
        'auth("google", "oauth2callback")',
    ],
)
def test_a_pair_of_names_is_not_a_secret(text: str) -> None:
    assert secret_in(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "password := req.Password2",
        "access_token = request.headers.token1",
        "DB_PASSWORD = settings.DB_PASSWORD2",
        "token = &parser->token2",
        "token = *tokens++",
        "new_token = old_token+offset1",
        "token = Token::new_v4",
    ],
)
def test_an_expression_is_not_a_secret(text: str) -> None:
    assert secret_in(text) == ""


@pytest.mark.parametrize(
    "value",
    [
        "$DB_PASSWORD2", "$this->password2", "$HOME/.conf/key1", "$USER:$PASSWORD1", "$oauth2Token", "$1.token2",
        "<token-goes-here1>", "<%=key1%>", "{settings.pass1}x", "%(db_password1)s", "%DB_PASS1%", "%s:token1",
    ],
)  # fmt: skip
def test_a_placeholder_is_not_a_secret(value: str) -> None:
    assert secret_in(f'password = "{value}"') == ""


def hidden(text: str) -> str:
    """The text with a star in place of each hidden character."""
    data = bytearray(text.encode())
    for start, end in secret_spans(bytes(data)):
        data[start:end] = b"*" * (end - start)
    return data.decode()


@pytest.mark.parametrize(
    "text",
    [
        "curl -s -u 'me:«hunter2x9k»' -u 'you:«p0o9i8u7y6»' https://internal",
        'subprocess.run(["curl", "-u", "me:«hunter2x9k»"])',
        "curl \\\n  --user me:«hunter2x9k» \\\n  https://internal",
        'curl_setopt($c, CURLOPT_USERPWD, "me:«hunter2x9k»")',
        'conn.simple_bind_s("cn=me,dc=internal", "«hunter2x9k»")',
        'requests.get(url, auth=("me", "«sunshine12»"))',
        'new HTTPBasicAuth("me", "«sunshine12»")',
        'request.auth("me", "«hunter2x9k»")',
        "run: DB_PASSWORD=«hunter2x9k» API_TOKEN=«zq81kfm2p9» X_SECRET=«p0o9i8u7y6»",
        "run: DB_PASSWORD=$DATABASE1 API_TOKEN=«zq81kfm2p9»",
        "DB_PASSWORD = «hunter2.x9kq4z»",
        'password = "«$ecretPa55w0rd!»"',
        'password = "«$ecretPa55w0rd»"',
        'password = "«<x9K!fj2pQ»"',
        'password = "«{x9K!fj2pQ»"',
        'password = "«%x9K!fj2pQ»"',
        "pass: «Tr0ub4dor(3x,y7!k» and more",
        "mysqladmin --password=«Tr0ub4dor,3x(y7» status",
        "pw = '«hunter2x9k»'",
        'psk="«hunter2x9k»"',
        'PASSWORD = """«hunter2x9k»"""',
        "db_password = '''\\\n    «hunter2x9k»\n'''",
        'String password = new String("«hunter2x9k»");',
        'var jwtSecret = []byte("«hunter2x9k»")',
        'let api_key = String::from("«hunter2x9k4z»");',
        'password: SecretStr = SecretStr("«hunter2x9k»")',
        "spring.datasource.password=${DB_PASS:«hunter2x9k»}",
    ],
)
def test_a_password_is_hidden_as_a_whole(text: str) -> None:
    parts = text.replace("»", "«").split("«")
    shown = hidden("".join(parts))
    starts = accumulate(map(len, parts), initial=0)
    seen = [shown[start : start + len(part)] for start, part in zip(starts, parts, strict=False)]
    assert seen[1::2] == ["*" * len(part) for part in parts[1::2]]


def test_a_digest_hides_a_random_value_only_beside_it() -> None:
    token = f"kQ7{letters(24)}x9"
    assert secret_in(f"'{token}' of client.py has sha256") == ""
    assert secret_in(f"client.use('{token}')  # {'and so on ' * 7} sha256") == "a random value"


def test_each_prefix_of_a_token_is_a_mark_and_part_of_the_pattern() -> None:
    row = next(row for row in tomllib.loads(RULES.read_text("utf-8"))["rule"] if "prefixes" in row)
    assert len(row["prefixes"]) > 80
    assert [prefix for prefix in row["prefixes"] if not secret_in(f"x({prefix}7KqX9vB4nLw8R1tY6zQ2mP5j)")] == []


def test_real_code_is_hardly_ever_taken_for_a_secret(structlog_root: Path, tenacity_root: Path) -> None:
    files = [file for root in (structlog_root, tenacity_root) for file in root.rglob("*.py")]
    assert len(files) > 30
    assert [file.name for file in files if secret_in(file.read_text("utf-8"))] == []


def test_a_token_behind_the_mark_of_a_certificate_is_found() -> None:
    mark = f"{DASHES}BEGIN CERTIFICATE{DASHES}"
    text = f"if line.startswith('{mark}'):\n    client.use('{letters(40)}7x')\n"
    assert secret_in(text) == "a random value"
    assert secret_in(f"{mark}\nVersion: 2\n\n{PEM_BODY}\n{DASHES}END CERTIFICATE{DASHES}\n") == ""


def test_alarms_count_lines_and_leave_out_files_of_secrets_and_private_keys(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f'x = 1\ntoken = "ghp_{letters(36)}"\n')
    (tmp_path / "b.txt").write_text(f"{DASHES}BEGIN PRIVATE KEY{DASHES}\n{PEM_BODY}\n{DASHES}END PRIVATE KEY{DASHES}\n")
    (tmp_path / ".env").write_text(f"TOKEN=ghp_{letters(36)}\n")
    (tmp_path / "c.bin").write_bytes(b"\0" + f"ghp_{letters(36)}".encode())
    lines, alarms = false_alarms(tmp_path)
    assert lines == 3 + 8
    assert [(alarm.file.name, alarm.line) for alarm in alarms] == [("a.py", 2)]


def test_long_texts_take_no_time_out_of_proportion() -> None:
    for unit in ("password = ", "eyJ", "key: ", "A" * 59, "sk-", "a://", "secret=x\n", "bearer ", "-----BEGIN A "):
        text = unit * (200_000 // len(unit))
        begin = perf_counter()
        secret_in(text)
        assert perf_counter() - begin < 5.0, unit


def test_where_secrets_are() -> None:
    token = f"ghp_{letters(36)}"
    text = f"é = 1\nfirst = {token!r}\nsecond = 2\nthird({token!r})\n"
    data = text.encode()
    assert {data[start:end] for start, end in secret_spans(data)} == {token.encode()}
    assert len({start for start, _ in secret_spans(data)}) == 2
    assert secret_spans(b"no = 1\n") == []


def test_a_key_is_found_with_all_lines_of_its_body() -> None:
    body = [letters(64) for _ in range(8)] + [letters(20)]
    for mark, quote in (("", ""), ('"', '\\n"')):
        lines = [f"{DASHES}BEGIN PRIVATE KEY{DASHES}", *body, f"{DASHES}END PRIVATE KEY{DASHES}"]
        text = "before = 1\n" + "".join(f"{mark}{line}{quote}\n" for line in lines) + "after = 2\n"
        hidden: set[int] = set()
        for start, end in secret_spans(text.encode()):
            hidden |= set(range(text.count("\n", 0, start), text.count("\n", 0, end) + 1))
        assert hidden >= set(range(2, len(lines)))
        assert 0 not in hidden
        assert 1 + len(lines) not in hidden


def test_the_values_of_a_text_are_found_in_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[str] = []
    first = Expression.first

    def counted(self: Expression, data: bytes, start: int = 0) -> object:
        searched.append(self.text)
        return first(self, data, start)

    monkeypatch.setattr(Expression, "first", counted)
    counts = []
    for values in (10, 500):
        searched.clear()
        assert not secret_spans(b"".join(b"name_of_a_thing_%d\n" % number for number in range(values)))
        counts.append(len(searched))
    assert counts[0] == counts[1], "one search for each expression, however many values there are"
