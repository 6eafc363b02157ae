
Â
jit_cellmain.7­
main.7
imagefusion˜
dot.1fusion˜
add.2fusion˜
tanh.3fusion˜
split.4fusion˜
dot.5fusion˜
out.6fusion˜
weightsfusion˜