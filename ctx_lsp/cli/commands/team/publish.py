"""The command `ctx-lsp publish`, which publishes the index of a repository for searches from other machines."""

from pathlib import Path

import click

from ctx_lsp.cli.options import folder
from ctx_lsp.cli.printing import print_line
from ctx_lsp.cli.session import complaints, open_workspace, settings_of, wait_until_indexed
from ctx_lsp.workspace import Audience, SharingError, check_repositories, publish_repository, withdraw_repository

PLACE = "--to is missing, and sharing.repositories is not set"


@click.command(short_help="Publish a repository's index for search from other machines.")
@folder
@click.option("--to", "url", metavar="URL", help="Database to publish in. Default: sharing.repositories.")
@click.option("--name", help="Name of the repository. Default: the name of its folder.")
@click.option("--with-text", is_flag=True, help="Publish the texts of the files too, so that results can be opened.")
@click.option("--reader", "readers", multiple=True, metavar="ROLE", help="Only this role may read it. Repeatable.")
@click.option("--unlisted", is_flag=True, help="Keep its name and packages secret from those who may not read it.")
@click.option(
    "--release",
    default="",
    metavar="VERSION",
    help="Publish it as a release, beside the current state: go to definition finds it, searches do not.",
)
@click.option("--withdraw", is_flag=True, help="Delete what was published under the name, or the release.")
def publish(
    *,
    path: Path,
    url: str | None,
    name: str | None,
    readers: tuple[str, ...],
    with_text: bool,
    unlisted: bool,
    release: str,
    withdraw: bool,
) -> None:
    """Publish the index of the folder PATH, so that others can search it with the scope "everywhere".

    Definitions, signatures, search terms and vectors are published, except those of chunks with likely secrets.
    """
    settings = settings_of(path)
    url, name = url or settings.sharing.repositories, name or path.name
    if not url:
        raise click.ClickException(PLACE)
    shown = f"{name} {release}".rstrip()
    audience = Audience(readers or Audience().readers, not unlisted)
    try:
        if withdraw:
            done = withdraw_repository(url, name, release)
            print_line(f"{shown} is withdrawn" if done else f"you have published no {shown}")
            return
        check_repositories(url, name, release)
        with open_workspace(path, settings.without_embedding() if release else settings) as workspace, complaints():
            wait_until_indexed(workspace, semantic=not release)
            analysis = workspace.analysis().result()
            counts = publish_repository(analysis, path, url, name, audience, with_text=with_text, release=release)
    except SharingError as error:
        raise click.ClickException(str(error)) from error
    searched = f", {counts.chunks:,} chunks, {counts.new_vectors:,} new vectors" if not release else ""
    withheld = f"; {counts.withheld} with likely secrets were left out" if counts.withheld else ""
    print_line(f"published {shown}: {counts.files:,} files{searched}{withheld}")
    for package in counts.packages:
        source = "by tag" if package.tagged else "by manifest" if package.version else "no version"
        print_line(f"  {package.ecosystem} {package.name} {package.version}".rstrip() + f" ({source})")
