"""Kinds of secrets as their providers document them, each in typical lines of files of several types.

A kind with a distinctive shape has a neutral variable name; other kinds are recognisable by the name alone. The list
was made without looking at the rules of `ctx_lsp.text`, which were later completed with it. `documented` has kinds that
the rules were not completed with.
"""

import random
from collections.abc import Iterator

from tests.secrets.shapes import FakeSecret, drawn

_UUID = "<h8>-<h4>-4<h3>-a<h3>-<h12>"

# Kind -> a name that it is given to, and its shape.
KINDS = {
    "adafruit": ("ADAFRUIT_IO_KEY", "aio_<w28>"),
    "age": ("identity", "AGE-SECRET-KEY-1<u58>"),
    "airtable": ("airtable", "pat<w14>.<h64>"),
    "alibaba-id": ("region", "LTAI5t<w18>"),
    "anthropic": ("llm", "sk-ant-api03-<n93>AA"),
    "artifactory": ("repo", "AKCp8<w68>"),
    "asana": ("asana_client_secret", "<h32>"),
    "atlassian": ("jira", "ATATT3xFfGF0<n171>=<H8>"),
    "auth0": ("AUTH0_CLIENT_SECRET", "<n64>"),
    "aws-id": ("account", "AKIA<u16>"),
    "aws-session-id": ("account", "ASIA<u16>"),
    "aws-secret": ("AWS_SECRET_ACCESS_KEY", "<b40>"),
    "azure-ad": ("AZURE_CLIENT_SECRET", "<w3>8Q~<n34>"),
    "azure-devops": ("AZURE_DEVOPS_TOKEN", "<l52>"),
    "azure-sas": ("endpoint", "Endpoint=sb://bus.windows.internal/;SharedAccessKeyName=root;SharedAccessKey=<b43>="),
    "azure-storage": ("storage", "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=<b86>=="),
    "bearer": ("header", "Authorization: Bearer <n40>"),
    "basic-auth": ("header", "Authorization: Basic <b39>="),
    "bitbucket": ("BITBUCKET_APP_PASSWORD", "ATBB<w32>"),
    "circleci": ("CIRCLE_TOKEN", "<h40>"),
    "clojars": ("deploy", "CLOJARS_<h60>"),
    "cloudflare": ("CLOUDFLARE_API_TOKEN", "<n40>"),
    "cloudflare-ca": ("origin", "v1.0-<h24>-<h146>"),
    "cohere": ("COHERE_API_KEY", "<w40>"),
    "confluent": ("CONFLUENT_SECRET", "<b64>"),
    "contentful": ("CONTENTFUL_ACCESS_TOKEN", "CFPAT-<n43>"),
    "databricks": ("warehouse", "dapi<h32>"),
    "datadog": ("DATADOG_API_KEY", "<h32>"),
    "datadog-app": ("DATADOG_APPLICATION_KEY", "<h40>"),
    "db-password": ("DB_PASSWORD", "<p16>"),
    "db-url": ("database", "postgresql://app:<w18>@db.internal:5432/shop"),
    "deepseek": ("DEEPSEEK_API_KEY", "sk-<h32>"),
    "digitalocean": ("cloud", "dop_v1_<h64>"),
    "digitalocean-oauth": ("cloud", "doo_v1_<h64>"),
    "discord-bot": ("DISCORD_TOKEN", "MTA<w21>.G<n5>.<n38>"),
    "discord-webhook": ("alerts", "https://discord.com/api/webhooks/<d18>/<n68>"),
    "docker": ("hub", "dckr_pat_<n27>"),
    "doppler": ("config", "dp.pt.<w43>"),
    "dropbox": ("files", "sl.B<n133>"),
    "dynatrace": ("monitor", "dt0c01.<U24>.<U64>"),
    "easypost": ("shipping", "EZAK<w54>"),
    "elastic": ("ELASTIC_PASSWORD", "<w24>"),
    "facebook": ("FACEBOOK_APP_SECRET", "<h32>"),
    "facebook-page": ("page", "EAAB<w150>"),
    "fastly": ("FASTLY_API_TOKEN", "<n32>"),
    "figma": ("design", "figd_<n40>"),
    "firebase": ("FIREBASE_API_KEY", "AIzaSy<n33>"),
    "flyio": ("deploy", "FlyV1 fm2_<b500>"),
    "frameio": ("video", "fio-u-<n64>"),
    "gcp-oauth": ("login", "GOCSPX-<n28>"),
    "gcp-service": ("private_key_id", "<h40>"),
    "github": ("ci", "ghp_<w36>"),
    "github-app": ("ci", "ghs_<w36>"),
    "github-fine": ("ci", "github_pat_<w22>_<w59>"),
    "github-oauth": ("ci", "gho_<w36>"),
    "github-refresh": ("ci", "ghr_<w76>"),
    "gitlab": ("ci", "glpat-<n20>"),
    "gitlab-deploy": ("ci", "gldt-<n20>"),
    "gitlab-runner": ("ci", "glrt-<n20>"),
    "gitlab-trigger": ("ci", "glptt-<h40>"),
    "gocardless": ("GOCARDLESS_ACCESS_TOKEN", "live_<n40>"),
    "grafana": ("dashboards", "glc_<b68>=="),
    "grafana-service": ("dashboards", "glsa_<w32>_<h8>"),
    "groq": ("llm", "gsk_<w52>"),
    "heroku": ("HEROKU_API_KEY", _UUID),
    "heroku-new": ("dyno", "HRKU-AA<n58>"),
    "hubspot": ("crm", "pat-na1-" + _UUID),
    "huggingface": ("hub", "hf_<w34>"),
    "infracost": ("cost", "ico-<w32>"),
    "intercom": ("INTERCOM_ACCESS_TOKEN", "dG9rO<b55>="),
    "jenkins": ("JENKINS_API_TOKEN", "11<h32>"),
    "jwt": ("session", "eyJ<n33>.eyJ<n80>.<n43>"),
    "jwt-secret": ("JWT_SECRET", "<n48>"),
    "launchdarkly": ("flags", "sdk-" + _UUID),
    "linear": ("issues", "lin_api_<w40>"),
    "linkedin": ("LINKEDIN_CLIENT_SECRET", "<w16>"),
    "mailchimp": ("MAILCHIMP_API_KEY", "<h32>-us12"),
    "mailgun": ("mail", "key-<h32>"),
    "mapbox-secret": ("maps", "sk.eyJ<w85>.<n22>"),
    "mongodb": ("database", "mongodb+srv://app:<w20>@cluster0.internal/shop"),
    "mysql": ("database", "mysql://root:<w16>@db.internal/shop"),
    "netlify": ("NETLIFY_AUTH_TOKEN", "nfp_<w36>"),
    "newrelic": ("apm", "NRAK-<U27>"),
    "newrelic-license": ("NEW_RELIC_LICENSE_KEY", "<h36>NRAL"),
    "notion": ("wiki", "ntn_<d11><w35>"),
    "npm": ("registry", "npm_<w36>"),
    "okta": ("OKTA_API_TOKEN", "00<n40>"),
    "openai": ("llm", "sk-<w20>T3BlbkFJ<w20>"),
    "openai-project": ("llm", "sk-proj-<n74>T3BlbkFJ<n74>"),
    "pagerduty": ("PAGERDUTY_API_KEY", "u+<n18>"),
    "password": ("password", "<p14>"),
    "paypal": ("PAYPAL_CLIENT_SECRET", "E<n79>"),
    "perplexity": ("llm", "pplx-<w48>"),
    "planetscale": ("database", "pscale_pw_<n43>"),
    "planetscale-token": ("database", "pscale_tkn_<n43>"),
    "plaid": ("PLAID_SECRET", "<h30>"),
    "postman": ("api", "PMAK-<h24>-<h34>"),
    "prefect": ("flows", "pnu_<l36>"),
    "pulumi": ("stack", "pul-<h40>"),
    "putty": ("header", "PuTTY-User-Key-File-3: ssh-ed25519"),
    "pypi": ("registry", "pypi-AgEIcHlwaS5vcmc<n120>"),
    "rabbitmq": ("broker", "amqps://guest1:<w20>@mq.internal/jobs"),
    "readme": ("docs", "rdme_<l70>"),
    "redis": ("cache", "redis://:<w24>@cache.internal:6379/0"),
    "replicate": ("llm", "r8_<w37>"),
    "rubygems": ("registry", "rubygems_<h48>"),
    "scalingo": ("cloud", "tk-us-<n48>"),
    "secret-key-base": ("SECRET_KEY_BASE", "<h128>"),
    "django-secret-key": ("SECRET_KEY", "<p50>"),
    "sendgrid": ("mail", "SG.<n22>.<n43>"),
    "sendinblue": ("mail", "xkeysib-<h64>-<w16>"),
    "sentry-org": ("errors", "sntrys_eyJ<b90>_<b43>"),
    "sentry-user": ("errors", "sntryu_<h64>"),
    "shippo": ("shipping", "shippo_live_<h40>"),
    "shopify": ("shop", "shpat_<h32>"),
    "shopify-secret": ("shop", "shpss_<h32>"),
    "slack-app": ("chat", "xapp-1-A<U10>-<d13>-<h64>"),
    "slack-bot": ("chat", "xoxb-<d12>-<d13>-<w24>"),
    "slack-user": ("chat", "xoxp-<d12>-<d12>-<d13>-<h32>"),
    "slack-webhook": ("chat", "https://hooks.slack.com/services/T<U8>/B<U10>/<w24>"),
    "smtp-password": ("smtp_password", "<p18>"),
    "snowflake": ("SNOWFLAKE_PASSWORD", "<p20>"),
    "sonar": ("SONAR_TOKEN", "sqp_<h40>"),
    "square": ("pay", "EAAA<n60>"),
    "square-secret": ("pay", "sq0csp-<n43>"),
    "stripe": ("pay", "sk_live_<w24>"),
    "stripe-restricted": ("pay", "rk_live_<w24>"),
    "stripe-webhook": ("pay", "whsec_<w32>"),
    "supabase": ("database", "sbp_<h40>"),
    "tailscale": ("network", "tskey-auth-<w16>-<w32>"),
    "telegram": ("TELEGRAM_BOT_TOKEN", "<d10>:AA<n33>"),
    "terraform": ("cloud", "<w14>.atlasv1.<n67>"),
    "twilio": ("TWILIO_AUTH_TOKEN", "<h32>"),
    "twilio-key": ("sms", "SK<h32>"),
    "twitch": ("TWITCH_CLIENT_SECRET", "<l30>"),
    "twitter-bearer": ("TWITTER_BEARER_TOKEN", "AAAAAAAAAAAAAAAAAAAAA<w80>"),
    "typeform": ("forms", "tfp_<n59>"),
    "vault": ("storage", "hvs.<n95>"),
    "vault-batch": ("storage", "hvb.<n140>"),
    "vercel": ("VERCEL_TOKEN", "<w24>"),
    "weights-and-biases": ("WANDB_API_KEY", "<h40>"),
    "xai": ("llm", "xai-<w80>"),
    "yandex": ("cloud", "AQVN<n35>"),
    "zapier-webhook": ("hook", "https://hooks.zapier.com/hooks/catch/<d7>/<l7>/"),
    "zendesk": ("ZENDESK_API_TOKEN", "<w40>"),
}

# Type of file -> a line of one; `NAME` is written the way that is usual there.
LINES = {
    "settings.py": '{snake} = "{secret}"',
    "config.ts": 'export const {camel}: string = "{secret}";',
    "client.js": "const {camel} = '{secret}';",
    "Config.java": 'private static final String {upper} = "{secret}";',
    "main.go": 'var {camel} = "{secret}"',
    "app.rb": "  {snake}: '{secret}',",
    "config.php": "  '{snake}' => '{secret}',",
    "Startup.cs": 'public string {camel} {{ get; set; }} = "{secret}";',
    "lib.rs": 'const {upper}: &str = "{secret}";',
    "values.yaml": "  {snake}: {secret}",
    "compose.yaml": '      - {upper}="{secret}"',
    "config.json": '  "{camel}": "{secret}",',
    "config.toml": '{snake} = "{secret}"',
    "app.properties": "app.{dotted}={secret}",
    "setup.sh": "export {upper}={secret}",
    "Dockerfile": "ENV {upper}={secret}",
    "old.Dockerfile": "ENV {upper} {secret}",
    "README.md": "Set `{upper}={secret}` before you start.",
    "web.config": '<add key="{camel}" value="{secret}" />',
    "pom.xml": "<{camel}>{secret}</{camel}>",
    "main.tf": '  {snake} = "{secret}"',
}
_WITHOUT_QUOTES = ("values.yaml", "app.properties", "setup.sh", "Dockerfile", "old.Dockerfile", "README.md", "pom.xml")


def fake_secrets(seed: int = 11, each: int = 3) -> Iterator[FakeSecret]:
    """Some secrets of each kind, each in another type of file."""
    rng = random.Random(seed)  # noqa: S311  # for the look of it
    files = list(LINES)
    position = 0
    for kind, (name, shape) in KINDS.items():
        for _ in range(each):
            secret, parts = drawn(rng, shape)
            while " " in secret and files[position % len(files)] in _WITHOUT_QUOTES:
                position += 1
            file = files[position % len(files)]
            position += 1
            line = LINES[file].format(secret=secret, **_written(name))
            yield FakeSecret(kind, file, secret, max(parts, key=len, default=secret), line)


def _written(name: str) -> dict[str, str]:
    words = name.lower().split("_")
    return {
        "snake": "_".join(words),
        "upper": "_".join(words).upper(),
        "camel": words[0] + "".join(word.capitalize() for word in words[1:]),
        "dotted": ".".join(words),
    }
