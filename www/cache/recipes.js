// The commands that record a trace; what is said about them is in the catalogues.

/** @typedef {"linux" | "synology" | "truenas" | "client"} RecipeId */

/** @type {{id: RecipeId, commands: string | null}[]} */
export const RECIPES = [
  { id: "linux", commands: "blktrace -d /dev/md0 -a queue -w 86400 -o - | blkparse -i - -a issue -a queue -q | gzip > /mnt/usb/day.blk.gz" },
  { id: "synology", commands: null },
  {
    id: "truenas",
    commands: `dtrace -x bufsize=32m -qn 'BEGIN { printf("time_ns,op,offset,size\\n"); }
io:::start { printf("%d,%s,%d,%d\\n", timestamp, args[0]->bio_cmd == BIO_READ ? "read" : "write",
  args[0]->bio_offset, args[0]->bio_bcount); }' > /tmp/day.csv`,
  },
  { id: "client", commands: "fio --name=vm --filename=/mnt/nas/test --size=20G --rw=randrw --rwmixread=70 --bs=8k --runtime=600 --time_based --write_iolog=vm.log" },
];
