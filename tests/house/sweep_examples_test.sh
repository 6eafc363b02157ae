#!/usr/bin/env bash
# The scripts that docs/command_line.md shows for sweeps on several machines are valid, and a task of the Slurm array does
# what it says. Slurm itself is not needed: its variables are set here.
set -euo pipefail
program="$2/app/arenascope"
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
awk -v place="$place" '
    /^```bash/ { file = place "/" ++count ".sh"; next }
    /^```/ { file = "" }
    file { print > file }' <(sed -n '/^### On several machines/,/^## Notes/p' "$1/docs/command_line.md")
[ -e "$place/3.sh" ] || { echo "docs/command_line.md shows fewer than three scripts" >&2; exit 1; }
for script in "$place"/*.sh; do
    bash -n "$script"
done
grep -q '^#SBATCH --array' "$place/2.sh"
[ -x "$program" ] || { echo "The program is not built: skipped"; exit 77; }
mkdir "$place/bin" "$place/zoo"
ln -s "$program" "$place/bin/arenascope"
cd "$place"
printf 'id,lower,upper,size\na,0,2,4\n' | tee zoo/a.csv zoo/b.csv zoo/c.csv >/dev/null
printf 'id,lower,upper,size\na,0,x,4\n' >zoo/d.csv
export PATH="$place/bin:$PATH" SLURM_ARRAY_TASK_COUNT=3 SLURM_CPUS_PER_TASK=1
for task in 1 2 3; do
    SLURM_ARRAY_TASK_ID=$task bash 2.sh
done
arenascope sweep --merge shard*.jsonl -o zoo.html --quiet && exit 1
arenascope sweep --merge zoo.html -o zoo.csv --quiet || true
[ "$(wc -l <zoo.csv)" -eq 5 ]
