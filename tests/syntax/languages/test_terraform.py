"""HCL and Terraform: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, references, symbols

INFRASTRUCTURE = """
# Where to run.
variable "region" {
  type    = string
  default = "x"
}
locals {
  prefix = "a"
  full   = "${local.prefix}-${var.region}"
}
data "aws_ami" "linux" {
  owners = ["self"]
}
resource "aws_instance" "web" {
  ami   = data.aws_ami.linux.id
  count = var.region == "x" ? 1 : 0
  tags  = merge(local.full, { Name = each.key })
  ebs_block_device {
    size = 1
  }
}
module "vpc" {
  source = "./vpc"
  subnet = aws_instance.web[0].id
}
output "id" {
  value = module.vpc.id
}
terraform {
  required_version = ">= 1"
}
"""


def test_blocks_are_named_by_their_labels() -> None:
    """A resource belongs to its type; values of locals are constants."""
    assert symbols("a.tf", INFRASTRUCTURE) == expected("""
        Variable region | variable "region" | "Where to run."
        Key locals | locals
        Constant locals.prefix | prefix = "a"
        Constant locals.full | full = "${local.prefix}-${var.region}"
        Object aws_ami.linux | data "aws_ami" "linux"
        Object aws_instance.web | resource "aws_instance" "web"
        Module vpc | module "vpc"
        Key id | output "id"
        Key terraform | terraform
    """)


def test_names_behind_their_space_are_references() -> None:
    """`each`, `count` and `self` are bound locally."""
    assert references("a.tf", INFRASTRUCTURE) == expected("""
        read local.prefix in locals.full
        read var.region in locals.full
        read data.aws_ami.linux in aws_instance.web
        read var.region in aws_instance.web
        read local.full in aws_instance.web
        read aws_instance.web in vpc
        read module.vpc in id
    """)
